//! A kernel's text → a program, with its functions inlined.

use super::module::Layout;
use super::outline::{Function, variable};
use super::statement::pieces;
use super::{Instruction, Item, Operation, Place, Program, Scope, Statement, items};
use crate::machine::{Action, Context, ExecError, Step};
use crate::op;

/// How deep calls may lie in one another; a function that calls itself reaches it.
const DEEPEST_CALL: usize = 16;

/// Decodes a kernel.
pub fn decode<'t>(
    layout: &'t Layout,
    body: &Function,
    parameters: impl Iterator<Item = (&'t str, Place)>,
) -> Result<Program, String> {
    let mut scope = Scope::new(layout);
    for (name, place) in parameters {
        scope.declare_parameter(name, place);
    }
    function(&mut scope, body)?;
    push(&mut scope, body.line, None, false, op::exit());
    scope.join_labels()?;
    Ok(scope.program)
}

fn function<'t>(scope: &mut Scope<'t>, body: &Function) -> Result<(), String> {
    let range = body
        .text
        .clone()
        .ok_or("a function without a body is called")?;
    let layout = scope.layout;
    let mut named = "";
    for item in items(&layout.source[range], body.line) {
        match item {
            Item::Open => scope.open(),
            Item::Close => scope.close(),
            Item::Label(name) => {
                named = name;
                scope.place_label(name)?;
            }
            Item::Statement(statement) => {
                let line = statement.line;
                self::statement(scope, statement, named)
                    .map_err(|why| format!("line {line}: {why}"))?;
            }
        }
    }
    Ok(())
}

fn statement<'t>(
    scope: &mut Scope<'t>,
    statement: Statement<'t>,
    named: &'t str,
) -> Result<(), String> {
    match statement.opcode {
        "" | ".pragma" | ".loc" | ".file" => Ok(()),
        ".reg" => {
            let (kind, names) = declared(&statement);
            let predicate = kind.contains(".pred");
            names
                .into_iter()
                .try_for_each(|name| scope.declare_register(name, predicate))
        }
        ".param" | ".local" => {
            let (kind, names) = declared(&statement);
            let parameter = statement.opcode == ".param";
            names.into_iter().try_for_each(|name| {
                let one = variable(&format!("{kind} {name}"))?;
                let name = name.split('[').next().unwrap_or(name);
                scope.declare_local(name, one.align, one.bytes, parameter)
            })
        }
        ".branchtargets" => {
            scope.set_table(named, &statement.operands);
            Ok(())
        }
        "call" | "call.uni" => call(scope, &statement),
        _ => {
            let guard = match statement.guard {
                Some((name, negated)) => Some((scope.register(name)?, negated)),
                None => None,
            };
            // These are short for forms with `.aligned`.
            let short = ["bar.sync", "bar.arrive", "bar.red"];
            let aligned = statement.has("aligned")
                || short.iter().any(|head| statement.opcode.starts_with(head));
            let action = op::decode(&mut Operation {
                statement: &statement,
                scope,
            })
            .unwrap_or_else(|why| rejection(scope, &statement, why));
            push(scope, statement.line, guard, aligned, action);
            Ok(())
        }
    }
}

/// The type and the names of a declaration.
fn declared<'t>(statement: &Statement<'t>) -> (&'t str, Vec<&'t str>) {
    let mut names = statement.operands.clone();
    let Some(first) = names.first_mut() else {
        return ("", names);
    };
    let (kind, name) = first
        .rsplit_once(char::is_whitespace)
        .unwrap_or(("", first));
    *first = name;
    (kind, names)
}

/// A call, and a branch past it for lanes in which its predicate does not hold.
fn call<'t>(scope: &mut Scope<'t>, statement: &Statement<'t>) -> Result<(), String> {
    let Some((name, negated)) = statement.guard else {
        return inlined(scope, statement);
    };
    let (past, guard) = (scope.fresh_label(), (scope.register(name)?, !negated));
    let skip = Box::new(move |_: &mut Context<'_>| Ok(Step::Jump(past)));
    push(scope, statement.line, Some(guard), false, skip);
    inlined(scope, statement)?;
    scope.set_label(past);
    Ok(())
}

/// Writes a function's body out, its parameters standing for the caller's variables.
fn inlined<'t>(scope: &mut Scope<'t>, statement: &Statement<'t>) -> Result<(), String> {
    let (results, name, arguments) = match statement.operands.as_slice() {
        [results, name, arguments] => (*results, *name, *arguments),
        [name, arguments] => ("()", *name, *arguments),
        [name] => ("()", *name, "()"),
        _ => return Err("a call that is not understood".into()),
    };
    let inside = |list: &'t str| pieces(list.trim_start_matches('(').trim_end_matches(')'));
    let places: Vec<Place> = inside(results)
        .into_iter()
        .chain(inside(arguments))
        .map(|name| scope.place(name))
        .collect::<Result<_, _>>()?;
    let layout = scope.layout;
    let function = layout
        .functions
        .get(name)
        .ok_or_else(|| format!("no function `{name}`"))?;
    if function.text.is_none() {
        let action =
            op::library(name, &places).unwrap_or_else(|why| rejection(scope, statement, why));
        push(scope, statement.line, None, false, action);
        return Ok(());
    }
    if scope.depth() == DEEPEST_CALL {
        let action = rejection(scope, statement, "calls lie too deep".into());
        push(scope, statement.line, None, false, action);
        return Ok(());
    }
    let end = scope.fresh_label();
    scope.enter(end);
    for (parameter, &place) in function
        .results
        .iter()
        .chain(&function.parameters)
        .zip(&places)
    {
        scope.declare_parameter(&parameter.name, place);
    }
    self::function(scope, function)?;
    scope.leave();
    scope.set_label(end);
    Ok(())
}

fn push(
    scope: &mut Scope<'_>,
    line: usize,
    guard: Option<(usize, bool)>,
    aligned: bool,
    action: Action,
) {
    scope.program.instructions.push(Instruction {
        line,
        guard,
        aligned,
        action,
    });
}

/// The action of an instruction that is not understood: a fault, once it is reached.
fn rejection(scope: &mut Scope<'_>, statement: &Statement<'_>, why: String) -> Action {
    let message = format!("{} is rejected: {why}", statement.opcode);
    scope
        .program
        .rejected
        .push((statement.line, message.clone()));
    Box::new(move |_| Err(ExecError::new(message.clone())))
}
