//! Mounts the app into its page.

fn main() {
    settings_ui::start();
}
