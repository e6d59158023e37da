//! The module as it is shipped: without what no engine needs, and in an order that compresses.
//!
//! A compressor says a thing it has just seen shorter than one it saw long ago. So functions that
//! look alike stand side by side; wasm-bindgen leaves them in the order of their size.

use std::collections::HashMap;
use std::path::Path;

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, FunctionSectionReader, Parser, Payload, TypeRef,
};

/// Copies a module without its custom sections, its functions ordered.
pub(crate) fn run(input: &Path, output: &Path) -> Result<(), String> {
    let bytes = crate::read(input)?;
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", input.display());
    let (imported, bodies) = functions(&bytes).map_err(|error| told(&error))?;
    let mut ordered = Ordered::new(imported, alike(&bodies));
    let mut module = Module::new();
    ordered.parse_core_module(&mut module, Parser::new(0), &bytes).map_err(|error| told(&error))?;
    std::fs::write(output, module.finish())
        .map_err(|error| format!("{}: {error}", output.display()))
}

/// How many functions are imported, and the code of those that are not.
fn functions(bytes: &[u8]) -> Result<(usize, Vec<&[u8]>), wasmparser::BinaryReaderError> {
    let (mut imported, mut bodies) = (0, Vec::new());
    for payload in Parser::new(0).parse_all(bytes) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += usize::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    Ok((imported, bodies))
}

/// An order in which each function follows the one it shares most with, as far as that one is
/// still to be had: first the largest, then always the nearest of the rest.
fn alike(bodies: &[&[u8]]) -> Vec<usize> {
    /// Pieces of that many bytes are compared.
    const PIECE: usize = 4;
    /// What more functions have in common says nothing about any two of them.
    const COMMON: usize = 200;

    let mut owners: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (function, body) in bodies.iter().enumerate() {
        for piece in body.windows(PIECE) {
            let owners = owners.entry(piece).or_default();
            if owners.last() != Some(&function) {
                owners.push(function);
            }
        }
    }
    let mut by_size: Vec<usize> = (0..bodies.len()).collect();
    by_size.sort_by_key(|function| std::cmp::Reverse(length(bodies, *function)));
    let mut by_size = by_size.into_iter();
    let (mut order, mut placed) = (Vec::new(), vec![false; bodies.len()]);
    let mut next = by_size.next();
    while let Some(function) = next {
        order.push(function);
        mark(&mut placed, function);
        let mut shared: HashMap<usize, f64> = HashMap::new();
        let mut pieces: Vec<&[u8]> =
            bodies.get(function).map_or(Vec::new(), |body| body.windows(PIECE).collect());
        pieces.sort_unstable();
        pieces.dedup();
        for owners in pieces.into_iter().filter_map(|piece| owners.get(piece)) {
            if (2..COMMON).contains(&owners.len()) {
                let weight = 1.0 / (owners.len() as f64 + 1.0).log2();
                for other in owners.iter().filter(|other| !is_marked(&placed, **other)) {
                    *shared.entry(*other).or_default() += weight;
                }
            }
        }
        let nearness =
            |(other, shared): &(usize, f64)| shared / (length(bodies, *other) as f64 + 20.0).sqrt();
        let nearest = shared.into_iter().max_by(|one, other| {
            nearness(one).total_cmp(&nearness(other)).then(other.0.cmp(&one.0))
        });
        next = nearest
            .map(|(other, _)| other)
            .or_else(|| by_size.find(|function| !is_marked(&placed, *function)));
    }
    order
}

fn length(bodies: &[&[u8]], function: usize) -> usize {
    bodies.get(function).map_or(0, |body| body.len())
}

fn mark(placed: &mut [bool], function: usize) {
    if let Some(place) = placed.get_mut(function) {
        *place = true;
    }
}

fn is_marked(placed: &[bool], function: usize) -> bool {
    placed.get(function).copied().unwrap_or(true)
}

/// Writes a module with its functions in another order.
struct Ordered {
    imported: usize,
    /// Which function comes first, second and so on.
    order: Vec<usize>,
    /// The new place of each.
    places: Vec<usize>,
}

impl Ordered {
    fn new(imported: usize, order: Vec<usize>) -> Self {
        let mut places = vec![0; order.len()];
        for (place, function) in order.iter().enumerate() {
            if let Some(slot) = places.get_mut(*function) {
                *slot = place;
            }
        }
        Self { imported, order, places }
    }
}

impl Reencode for Ordered {
    type Error = std::num::TryFromIntError;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Self::Error>> {
        let own = (function as usize).checked_sub(self.imported);
        let place = own.and_then(|own| self.places.get(own));
        let index = place.map_or(Ok(function), |place| u32::try_from(place + self.imported));
        index.map_err(Error::UserError)
    }

    fn parse_custom_section(
        &mut self,
        _: &mut Module,
        _: CustomSectionReader<'_>,
    ) -> Result<(), Error<Self::Error>> {
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Self::Error>> {
        let types = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for function in self.order.clone() {
            if let Some(kind) = types.get(function) {
                functions.function(self.type_index(*kind)?);
            }
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Self::Error>> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for function in self.order.clone() {
            if let Some(body) = bodies.get(function) {
                utils::parse_function_body(self, code, body.clone())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_stands_once_and_beside_its_like() {
        let bodies: [&[u8]; 4] = [b"aaaaxbbbbcccc", b"12345678", b"aaaaybbbbcccc", b"1234567"];
        let order = alike(&bodies);
        assert_eq!(order, [0, 2, 1, 3]);
    }
}
