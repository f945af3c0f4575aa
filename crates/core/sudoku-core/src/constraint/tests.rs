use super::*;

#[test]
fn words_are_the_setters() {
    assert_eq!(Constraint::KINDS.len(), 58);
    assert!(Constraint::KINDS.contains(&"little killer"));
}
