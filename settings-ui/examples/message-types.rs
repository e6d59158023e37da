//! Prints the messages between the app and its host as TypeScript.

use settings_ui::message::{Cause, Platform, Saves, Surroundings, ToApp, ToHost, Told, Workspace};
use ts_rs::{Config, TS};

fn main() {
    let config = Config::default();
    for declaration in [
        ToHost::decl(&config),
        ToApp::decl(&config),
        Workspace::decl(&config),
        Told::decl(&config),
        Surroundings::decl(&config),
        Platform::decl(&config),
        Saves::decl(&config),
        Cause::decl(&config),
    ] {
        println!("\nexport {declaration}");
    }
}
