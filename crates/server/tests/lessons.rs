//! Lessons over real HTTP: listed, fetched, and played as a browser plays them.

use protocol::{Lesson, LessonRow, Moment, Problem};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use server::testing::TestServer;

struct Site {
    server: TestServer,
    http: Client,
    _data: tempfile::TempDir,
}

impl Site {
    async fn start() -> Site {
        let data = tempfile::tempdir().unwrap();
        let server = TestServer::start(data.path(), &[]).await.unwrap();
        Site { server, http: Client::new(), _data: data }
    }

    async fn get(&self, path: &str) -> reqwest::Response {
        self.http.get(format!("{}{path}", self.server.url)).send().await.unwrap()
    }

    async fn moment(&self, lesson: &Lesson, words: usize, then: &[String]) -> Moment {
        let body = json!({ "record": lesson.record, "words": words, "then": then });
        let url = format!("{}/api/moment", self.server.url);
        let answer = self.http.post(url).json(&body).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        answer.json().await.unwrap()
    }
}

#[tokio::test]
async fn lessons_are_listed_in_order_and_found_by_name() {
    let site = Site::start().await;
    let rows: Vec<LessonRow> = site.get("/api/lessons").await.json().await.unwrap();
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/lessons"));
    assert_eq!(rows.len(), files.unwrap().count(), "every lesson can be read");
    assert!(rows.is_sorted_by_key(|row| row.order));
    assert_eq!(rows[0].name, "base-1");
    for row in &rows {
        let answer = site.get(&format!("/api/lessons/{}", row.name)).await;
        assert_eq!(answer.status(), StatusCode::OK);
        let lesson: Lesson = answer.json().await.unwrap();
        assert_eq!(lesson.row, *row);
    }
    let answer = site.get("/api/lessons/base-99").await;
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    assert_eq!(answer.headers()["content-type"], "application/problem+json");
    let problem: Problem = answer.json().await.unwrap();
    assert_eq!((problem.kind.as_str(), problem.status), ("not-found", 404));
}

#[tokio::test]
async fn a_lesson_is_played_with_moments() {
    let site = Site::start().await;
    let lesson: Lesson = site.get("/api/lessons/base-2").await.json().await.unwrap();
    for step in &lesson.steps {
        let before = site.moment(&lesson, step.before, &[]).await;
        assert!(before.choices.legal.contains(&step.words[0]), "{:?}", step.words);
        assert_eq!(before.view.now.to_act == Some(0), step.yours);
        let after = site.moment(&lesson, step.before, &step.words).await;
        assert_eq!(after.refused, None);
    }
    // A wrong word is refused with its rule, and nothing is lost.
    let step = lesson.steps.iter().find(|step| step.yours).unwrap();
    let refused = site.moment(&lesson, step.before, &["0,-1 r0".to_string()]).await;
    assert_eq!(refused.refused.unwrap().rule.as_deref(), Some("BASE-18"));
    let end = site.moment(&lesson, 99, &[]).await;
    assert_eq!(end.view.now.seats[0].score, 12);
}

#[tokio::test]
async fn lessons_are_in_the_description_of_the_api() {
    let site = Site::start().await;
    let api: Value = site.get("/api/openapi.json").await.json().await.unwrap();
    let schema = |path: &str| {
        let answer = &api["paths"][path]["get"]["responses"]["200"]["content"];
        answer["application/json"]["schema"].clone()
    };
    let row = "#/components/schemas/LessonRow";
    assert_eq!(schema("/api/lessons")["items"]["$ref"], row);
    assert_eq!(schema("/api/lessons/{name}")["$ref"], "#/components/schemas/Lesson");
    assert!(api["components"]["schemas"]["LessonStep"].is_object());
}
