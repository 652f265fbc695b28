//! The program as people and scripts meet it: what it prints, where, and with which exit status.

mod answers;
mod arguments;
mod bad_days;
mod cases;
mod commands;
mod fzn;
mod generate;
mod misspelt;
mod mistakes;
mod proof;
mod rate;
mod run;
mod show;
mod variants;

#[path = "../support/drat.rs"]
mod drat;
