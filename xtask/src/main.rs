//! Developer commands of azulejo, one file a command.

fn main() {}
