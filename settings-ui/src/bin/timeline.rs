//! Mounts the timeline into its page.

fn main() {
    settings_ui::start_timeline();
}
