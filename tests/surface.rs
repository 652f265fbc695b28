//! What the crate offers, as a snapshot: a change of it is a change for those who use it.
//!
//! The sources are read as they are, with all features; what a macro writes is not seen.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{Attribute, ImplItem, Item, TraitItem, Type, UseTree, Visibility};

#[test]
fn the_public_surface() {
    let root = Module::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"), "");
    let mut surface = Surface::default();
    surface.module(&root, &root, "");
    surface.implementations(&root);
    let lines: Vec<&str> = surface.lines.iter().map(|line| line.trim()).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

/// A file with the files below it.
struct Module {
    /// As `grid::rule`; nothing at the root.
    path: String,
    items: Vec<Item>,
    children: BTreeMap<String, Module>,
}

impl Module {
    fn read(file: &Path, path: &str) -> Module {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
        let items = syn::parse_file(&text).expect("Rust").items;
        let stem = file.file_stem().expect("a name");
        let folder = if stem == "lib" { PathBuf::new() } else { PathBuf::from(stem) };
        let folder = file.parent().expect("a folder").join(folder);
        let mut children = BTreeMap::new();
        for item in &items {
            let Item::Mod(module) = item else { continue };
            let name = module.ident.to_string();
            if module.content.is_none() && !["tests", "tutorial"].contains(&&*name) {
                let inner = join(path, &name);
                children
                    .insert(name.clone(), Module::read(&folder.join(format!("{name}.rs")), &inner));
            }
        }
        Module { path: path.to_owned(), items, children }
    }

    /// The module at a path that begins here, at the root or above.
    fn at<'m>(&'m self, root: &'m Module, path: &[String]) -> Option<&'m Module> {
        let Some((first, rest)) = path.split_first() else { return Some(self) };
        match &**first {
            "crate" => root.at(root, rest),
            "self" => self.at(root, rest),
            name => self.children.get(name)?.at(root, rest),
        }
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}::{name}") }
}

#[derive(Default)]
struct Surface {
    lines: BTreeSet<String>,
    /// Each type that is offered: its name and the first part of its module's path.
    types: BTreeSet<(String, String)>,
}

/// The floor that a module belongs to: the kernel, or what stands on it.
fn floor(path: &str) -> String {
    let first = path.split("::").next().unwrap_or_default();
    if ["grid", "flatzinc"].contains(&first) { first.to_owned() } else { String::new() }
}

impl Surface {
    /// All that a public module offers, as `prefix::…`.
    fn module(&mut self, root: &Module, module: &Module, prefix: &str) {
        for item in &module.items {
            match item {
                Item::Mod(inner) if is_public(&inner.vis) => {
                    let name = inner.ident.to_string();
                    if let Some(child) = module.children.get(&name) {
                        let path = join(prefix, &name);
                        self.lines.insert(format!("pub mod {path}"));
                        self.module(root, child, &path);
                    }
                }
                Item::Use(item) if is_public(&item.vis) => {
                    self.reexport(root, module, &item.tree, &mut Vec::new(), prefix);
                }
                item => {
                    if let Some(name) = public_name(item) {
                        self.item(module, item, &join(prefix, &name));
                    }
                }
            }
        }
    }

    fn reexport(
        &mut self,
        root: &Module,
        module: &Module,
        tree: &UseTree,
        path: &mut Vec<String>,
        prefix: &str,
    ) {
        match tree {
            UseTree::Path(part) => {
                path.push(part.ident.to_string());
                self.reexport(root, module, &part.tree, path, prefix);
                path.pop();
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.reexport(root, module, tree, path, prefix));
            }
            UseTree::Glob(_) => {
                let from = module.at(root, path).expect("a module of this crate");
                self.module(root, from, prefix);
            }
            UseTree::Name(name) => {
                let from = module.at(root, path).expect("a module of this crate");
                self.named(root, from, &name.ident.to_string(), prefix);
            }
            UseTree::Rename(_) => panic!("nothing is offered under another name"),
        }
    }

    /// One thing that a module has, itself or from elsewhere.
    fn named(&mut self, root: &Module, module: &Module, wanted: &str, prefix: &str) {
        for item in &module.items {
            if public_name(item).is_some_and(|name| name == wanted) {
                self.item(module, item, &join(prefix, wanted));
            } else if let Item::Use(item) = item {
                let mut all = Vec::new();
                names(&item.tree, &mut Vec::new(), &mut all);
                for path in all.into_iter().filter(|path| path.last().is_some_and(|n| n == wanted))
                {
                    if let Some(from) = module.at(root, &path[..path.len() - 1])
                        && from.path != module.path
                    {
                        self.named(root, from, wanted, prefix);
                    }
                }
            }
        }
    }

    fn item(&mut self, module: &Module, item: &Item, path: &str) {
        let name = path.rsplit("::").next().unwrap_or(path).to_owned();
        self.types.insert((name, floor(&module.path)));
        let mut item = item.clone();
        let derives = match &mut item {
            Item::Struct(item) => {
                let derives = derives(&item.attrs);
                item.fields.iter_mut().for_each(|field| field.attrs.clear());
                let hidden = item.fields.iter().any(|field| !is_public(&field.vis));
                if let syn::Fields::Named(fields) = &mut item.fields {
                    let shown = fields.named.clone().into_iter();
                    fields.named = shown.filter(|field| is_public(&field.vis)).collect();
                } else if hidden {
                    item.fields = syn::Fields::Unit;
                }
                item.attrs.clear();
                derives
            }
            Item::Enum(item) => {
                let derives = derives(&item.attrs);
                for variant in &mut item.variants {
                    variant.attrs.clear();
                    variant.fields.iter_mut().for_each(|field| field.attrs.clear());
                }
                item.attrs.clear();
                derives
            }
            Item::Trait(item) => {
                for inner in &mut item.items {
                    if let TraitItem::Fn(function) = inner {
                        function.attrs.clear();
                        // With a body or without: whether one has to write it.
                        if let Some(body) = &mut function.default {
                            body.stmts.clear();
                        }
                    }
                }
                item.attrs.clear();
                String::new()
            }
            Item::Fn(item) => {
                item.attrs.clear();
                item.block.stmts.clear();
                String::new()
            }
            Item::Const(item) => {
                self.lines.insert(format!("{path}: pub const: {}", plain(&item.ty)));
                return;
            }
            Item::Type(item) => {
                item.attrs.clear();
                String::new()
            }
            _ => return,
        };
        self.lines.insert(format!("{path}: {}{derives}", plain(&item)));
    }

    /// What types that are offered can do.
    fn implementations(&mut self, module: &Module) {
        for item in &module.items {
            let Item::Impl(item) = item else { continue };
            let Type::Path(own) = &*item.self_ty else { continue };
            let Some(own) = own.path.segments.last() else { continue };
            let of = (own.ident.to_string(), floor(&module.path));
            if !self.types.contains(&of) {
                continue;
            }
            let own = join(&of.1, &plain(&item.self_ty));
            if let Some((of, _)) = &item.trait_ {
                self.lines.insert(format!("{own}: impl {}", plain(of)));
                continue;
            }
            for inner in &item.items {
                match inner {
                    ImplItem::Fn(function) if is_public(&function.vis) => {
                        self.lines.insert(format!("{own}: pub {}", plain(&function.sig)));
                    }
                    ImplItem::Const(constant) if is_public(&constant.vis) => {
                        let (name, ty) = (&constant.ident, plain(&constant.ty));
                        self.lines.insert(format!("{own}: pub const {name}: {ty}"));
                    }
                    _ => {}
                }
            }
        }
        module.children.values().for_each(|child| self.implementations(child));
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn public_name(item: &Item) -> Option<String> {
    let (visibility, name) = match item {
        Item::Struct(item) => (&item.vis, &item.ident),
        Item::Enum(item) => (&item.vis, &item.ident),
        Item::Trait(item) => (&item.vis, &item.ident),
        Item::Fn(item) => (&item.vis, &item.sig.ident),
        Item::Const(item) => (&item.vis, &item.ident),
        Item::Type(item) => (&item.vis, &item.ident),
        _ => return None,
    };
    is_public(visibility).then(|| name.to_string())
}

/// The paths that a `use` brings.
fn names(tree: &UseTree, path: &mut Vec<String>, all: &mut Vec<Vec<String>>) {
    match tree {
        UseTree::Path(part) => {
            path.push(part.ident.to_string());
            names(&part.tree, path, all);
            path.pop();
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| names(tree, path, all)),
        UseTree::Name(name) => {
            all.push(path.iter().cloned().chain([name.ident.to_string()]).collect());
        }
        _ => {}
    }
}

fn derives(attributes: &[Attribute]) -> String {
    let derives = attributes.iter().filter(|attribute| attribute.path().is_ident("derive"));
    derives.map(|attribute| format!(" {}", plain(attribute))).collect()
}

/// Tokens in one line, with fewer gaps.
fn plain(tokens: &impl ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string();
    for (from, to) in [
        (" :: ", "::"),
        (" < ", "<"),
        (" >", ">"),
        (" ,", ","),
        (" ;", ";"),
        (" :", ":"),
        ("& ", "&"),
        ("( ", "("),
        (" )", ")"),
        (" (", "("),
        ("# [", "#["),
        ("' ", "'"),
    ] {
        text = text.replace(from, to);
    }
    text
}
