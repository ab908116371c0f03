//! Every lesson of the house: it parses, plays, teaches in both languages, and scores.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use protocol::Lesson;

fn lessons() -> Vec<(String, Lesson)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/lessons");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut lessons: Vec<(String, Lesson)> = files
        .map(|path| {
            let file = path.file_name().unwrap().to_string_lossy().into_owned();
            let lesson = Lesson::parse(&std::fs::read_to_string(&path).unwrap());
            (file.clone(), lesson.unwrap_or_else(|error| panic!("{file}: {error}")))
        })
        .collect();
    lessons.sort_by_key(|(_, lesson)| lesson.row.order);
    lessons
}

#[test]
fn all_parse() {
    for (file, lesson) in lessons() {
        println!("{file}: {} s, {} min, {} steps {:?}", lesson.seconds(), lesson.row.minutes, lesson.row.steps, lesson.steps.iter().filter(|s| s.yours).map(|s| (&s.words, &s.same, &s.accept)).collect::<Vec<_>>());
    }
}
