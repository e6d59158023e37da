//! Programs that make, change and delete files.

use crate::facts::call::Call;
use crate::facts::effect::{Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Act, Program, program};
use crate::facts::walk::Walker;

pub(super) static PROGRAMS: &[Program] = &[program(
    &["rm"],
    Options::gnu(
        "r|R|recursive f|force i I interactive=? v|verbose d|dir P W x one-file-system preserve-root=? no-preserve-root help version",
    ),
    Act::Code(rm),
)];

fn rm<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let mut traits = Traits::empty();
    if call.has("recursive") {
        traits |= Traits::RECURSIVE;
    }
    if call.has("force") {
        traits |= Traits::FORCED;
    }
    for target in call.operands {
        walker.touches(Kind::Deletes, target, traits);
    }
    // `xargs rm`: the targets flow in.
    if call.operands.is_empty() && !call.flags.is_empty() {
        walker.acts();
    }
}
