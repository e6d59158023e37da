//! Elements without types of their own.
//!
//! Leptos gives every piece of a view its own type, and the compiler writes code for each: the same
//! page weighed 284 kB that way, more than the whole budget. Here every element has one type, and
//! what follows the state does so through Leptos' own effects, each owned by the part of the page
//! it belongs to. [`El`] is a view of Leptos (`Render`), so the page is mounted as any other.

use leptos::prelude::*;
use leptos::tachys::renderer::types;
use wasm_bindgen::prelude::*;
use web_sys::{Element, Event, HtmlElement, Node};

/// An element.
pub(crate) struct El(Element);

/// A node, or any number of them side by side in a fragment.
pub(crate) type View = Node;

/// An element by the name of its tag.
pub(crate) fn el(tag: &str) -> El {
    match document().create_element(tag) {
        Ok(element) => El(element),
        // Every tag in this crate is a name, and a page that makes no elements shows nothing.
        Err(_) => unreachable!("`{tag}` is the name of no element"),
    }
}

/// What can stand inside an element.
pub(crate) trait Piece {
    /// Its nodes.
    fn view(self) -> View;
}

impl Piece for El {
    fn view(self) -> View {
        self.0.into()
    }
}

impl Piece for View {
    fn view(self) -> View {
        self
    }
}

impl Piece for &str {
    fn view(self) -> View {
        document().create_text_node(self).into()
    }
}

impl Piece for String {
    fn view(self) -> View {
        self.as_str().view()
    }
}

impl<P: Piece> Piece for Option<P> {
    fn view(self) -> View {
        self.map_or_else(nothing, Piece::view)
    }
}

/// Nothing at all.
pub(crate) fn nothing() -> View {
    document().create_document_fragment().into()
}

/// Pieces side by side.
pub(crate) fn all<P: Piece>(pieces: impl IntoIterator<Item = P>) -> View {
    let whole = nothing();
    for piece in pieces {
        append(&whole, &piece.view());
    }
    whole
}

/// A value that is worked out again only when what it looks at changes, and is passed on only when
/// it is another.
pub(crate) fn memo<T: PartialEq + Send + Sync + 'static>(
    make: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    // One kind of closure, so that the compiler writes the code around it once for each type.
    let make: Box<dyn Fn() -> T + Send + Sync> = Box::new(make);
    Memo::new(move |_| make())
}

/// A part of the page that is made anew whenever what it looks at changes. Whatever lives in it
/// ends with it.
pub(crate) fn dynamic<P: Piece>(make: impl Fn() -> P + 'static) -> View {
    follow_nodes(Box::new(move || make().view()))
}

fn follow_nodes(make: Box<dyn Fn() -> View>) -> View {
    let (start, end) = (document().create_comment(""), document().create_comment(""));
    // Until it is put somewhere, the part lives in a fragment, so it always has a parent.
    let fragment = nothing();
    append(&fragment, &start);
    append(&fragment, &end);
    keep(RenderEffect::new(move |_| {
        let fresh = make();
        let Some(parent) = end.parent_node() else { return };
        while let Some(old) = start.next_sibling().filter(|node| !end.is_same_node(Some(node))) {
            let _ = parent.remove_child(&old);
        }
        let _ = parent.insert_before(&fresh, Some(&end));
    }));
    fragment
}

/// A text that follows the state.
pub(crate) fn words(text: impl Fn() -> String + 'static) -> View {
    let node = document().create_text_node("");
    let shown = node.clone();
    effect(Box::new(move || shown.set_data(&text())));
    node.into()
}

impl El {
    /// Gives it an attribute.
    pub(crate) fn attr(self, name: &str, value: &str) -> Self {
        set_attribute(&self.0, name, Some(value));
        self
    }

    /// Gives it an attribute, where there is a value.
    pub(crate) fn maybe(self, name: &str, value: Option<&str>) -> Self {
        set_attribute(&self.0, name, value);
        self
    }

    /// Gives it its classes.
    pub(crate) fn class(self, classes: &str) -> Self {
        self.attr("class", classes)
    }

    /// Gives it the name tests know it by.
    pub(crate) fn test(self, id: &str) -> Self {
        self.attr("data-testid", id)
    }

    /// Puts something into it.
    pub(crate) fn add(self, piece: impl Piece) -> Self {
        append(&self.0, &piece.view());
        self
    }

    /// An attribute that follows the state; nothing takes it away.
    pub(crate) fn follow(
        self,
        name: &'static str,
        value: impl Fn() -> Option<String> + 'static,
    ) -> Self {
        let element = self.0.clone();
        effect(Box::new(move || set_attribute(&element, name, value().as_deref())));
        self
    }

    /// An attribute of `true` or `false` that follows the state.
    pub(crate) fn says(self, name: &'static str, is: impl Fn() -> bool + 'static) -> Self {
        self.follow(name, move || Some(is().to_string()))
    }

    /// A class that follows the state.
    pub(crate) fn toggle(self, class: &'static str, is: impl Fn() -> bool + 'static) -> Self {
        let element = self.0.clone();
        effect(Box::new(move || {
            let _ = element.class_list().toggle_with_force(class, is());
        }));
        self
    }

    /// A property that follows the state.
    pub(crate) fn property(
        self,
        name: &'static str,
        value: impl Fn() -> JsValue + 'static,
    ) -> Self {
        let element = self.0.clone();
        effect(Box::new(move || {
            let _ = js_sys::Reflect::set(&element, &name.into(), &value());
        }));
        self
    }

    /// The text in an input, which follows the state.
    pub(crate) fn value(self, text: impl Fn() -> String + 'static) -> Self {
        self.property("value", move || text().into())
    }

    /// A style that follows the state. It goes past attributes, which the page's policy forbids.
    pub(crate) fn style(self, name: &'static str, value: impl Fn() -> String + 'static) -> Self {
        let element: HtmlElement = self.0.clone().unchecked_into();
        effect(Box::new(move || {
            let _ = element.style().set_property(name, &value());
        }));
        self
    }

    /// What happens at an event.
    pub(crate) fn on(self, event: &str, act: impl FnMut(Event) + 'static) -> Self {
        listen(&self.0, event, Box::new(act));
        self
    }

    /// What happens at a click.
    pub(crate) fn click(self, act: impl FnMut() + 'static) -> Self {
        listen_to_clicks(&self.0, Box::new(act));
        self
    }

    /// The element itself, for what has no word here.
    pub(crate) fn node(&self) -> &Element {
        &self.0
    }
}

fn listen_to_clicks(element: &Element, mut act: Box<dyn FnMut()>) {
    listen(element, "click", Box::new(move |_| act()));
}

/// Does something at once, and again whenever what it looks at changes.
pub(crate) fn follow(act: impl Fn() + 'static) {
    effect(Box::new(act));
}

fn effect(act: Box<dyn Fn()>) {
    keep(RenderEffect::new(move |_| act()));
}

/// An effect lives as long as the part of the page that made it.
fn keep(effect: RenderEffect<()>) {
    StoredValue::new_local(effect);
}

fn set_attribute(element: &Element, name: &str, value: Option<&str>) {
    // Fails only for a name that is no attribute's.
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
}

fn append(parent: &Node, child: &Node) {
    // Fails only where a node would stand inside itself.
    let _ = parent.append_child(child);
}

fn listen(element: &Element, event: &str, act: Box<dyn FnMut(Event)>) {
    // The browser frees it together with the element.
    let act = Closure::wrap(act).into_js_value();
    let _ = element.add_event_listener_with_callback(event, act.unchecked_ref());
}

impl Render for El {
    type State = Mounted;

    fn build(self) -> Mounted {
        Mounted(self.0)
    }

    fn rebuild(self, state: &mut Mounted) {
        let _ = state.0.replace_with_with_node_1(&self.0);
        state.0 = self.0;
    }
}

/// An element on the page.
pub(crate) struct Mounted(Element);

impl Mountable for Mounted {
    fn unmount(&mut self) {
        self.0.remove();
    }

    fn mount(&mut self, parent: &types::Element, marker: Option<&types::Node>) {
        let _ = parent.insert_before(&self.0, marker);
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        let parent = self.0.parent_element();
        if let Some(parent) = &parent {
            child.mount(parent, Some(&self.0));
        }
        parent.is_some()
    }

    fn elements(&self) -> Vec<types::Element> {
        vec![self.0.clone()]
    }
}
