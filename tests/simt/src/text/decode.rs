//! A kernel's text → a program, with its functions inlined.

use super::module::Layout;
use super::outline::{Function, variable};
use super::statement::pieces;
use super::{Instruction, Item, Operation, Place, Program, Scope, Statement, items};
use crate::machine::{Action, ExecError};
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
    match scope.program.labels.contains(&usize::MAX) {
        true => Err("a branch goes to a label that does not exist".into()),
        false => Ok(scope.program),
    }
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
                let label = scope.label(name);
                scope.set_label(label);
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
            let names = statement
                .operands
                .iter()
                .map(|text| text.rsplit(char::is_whitespace).next().unwrap_or(""));
            names
                .into_iter()
                .try_for_each(|name| scope.declare_register(name))
        }
        ".param" | ".local" => {
            let (text, parameter) = (statement.operands.join(","), statement.opcode == ".param");
            let declared = variable(&text)?;
            let name = text_of(&statement, &declared.name);
            scope.declare_local(name, declared.align, declared.bytes, parameter);
            Ok(())
        }
        ".branchtargets" => {
            scope.set_table(named, &statement.operands);
            Ok(())
        }
        "call" | "call.uni" => call(scope, &statement),
        _ => {
            let elsewhere = ["mbarrier.", "barrier.cluster."];
            scope.program.other_barriers |= elsewhere
                .iter()
                .any(|head| statement.opcode.starts_with(head));
            let guard = match statement.guard {
                Some((name, negated)) => Some((scope.register(name)?, negated)),
                None => None,
            };
            let aligned = statement.has("aligned") || statement.opcode == "bar.sync";
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

/// The part of the statement's text that spells `name`.
fn text_of<'t>(statement: &Statement<'t>, name: &str) -> &'t str {
    let whole = statement.operands.last().copied().unwrap_or("");
    let start = whole.rfind(name).unwrap_or(0);
    &whole[start..start + name.len()]
}

/// Writes a function's body out, its parameters standing for the caller's variables.
fn call<'t>(scope: &mut Scope<'t>, statement: &Statement<'t>) -> Result<(), String> {
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
