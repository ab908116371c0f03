//! The TypeScript types of everything on the wire, made from the Rust types of `protocol`. The test
//! beside it keeps `web/src/wire.ts` up to date.

#[allow(clippy::wildcard_imports)] // every type of the wire
use protocol::*;
use ts_rs::{Config, TS};

const HEAD: &str = "// Made from crates/protocol by `cargo xtask bless`. Do not edit.\n";

/// Writes the declarations of types behind each other.
macro_rules! export {
    ($text:ident, $config:ident: $($name:ty),* $(,)?) => {
        $(
            $text.push_str("\nexport ");
            $text.push_str(&<$name as TS>::decl(&$config));
            $text.push('\n');
        )*
    };
}

/// The whole text of the client's types.
pub fn typescript() -> String {
    let format = log::FORMAT;
    let about = "/** The newest format of logs whose tables this page can show. */";
    let mut text = format!("{HEAD}\n{about}\nexport const FORMAT = {format};\n");
    tables(&mut text);
    pages(&mut text);
    engine(&mut text);
    text
}

/// What has no type of its own on the wire: a page keeps it, and hands it back.
const OPAQUE: &str = "\nexport type LogEntry = { n: number, at: number, entry: { t: string }, };
\nexport type LogWho = { id: string, name: string, account: boolean, };\n";

/// What a page asks its engine.
fn engine(text: &mut String) {
    #[allow(clippy::wildcard_imports)]
    use protocol::engine::*;
    text.push_str(
        "\n/** The questions of the engine by their names. */\nexport const ENGINE_CALLS = {\n",
    );
    for (number, (_, name)) in Call::ALL.iter().enumerate() {
        text.extend(["  ", name, ": ", &number.to_string(), ",\n"]);
    }
    text.push_str("} as const;\n");
    text.push_str(OPAQUE);
    let config = Config::default();
    export!(text, config:
        EngineHello,
        ArtPath,
        Drawing,
        RecordOnly,
        Position,
        Verify,
        Verified,
        ShadowOf,
        Follow,
        Shadow,
        ShadowReport,
        TableName,
        TableDraft,
        TableThen,
        TableTries,
        LocalMake,
        LocalOpen,
        LocalBegin,
        LocalSay,
        LocalThought,
        LocalNow,
        Decided,
        LocalTold,
        LocalState,
        ComputerSeat,
        Think,
        ThinkOn,
        Settle,
        MindName,
        Thought,
        Vote,
        Judge,
        JobOn,
        JobName,
        Judged,
        Analyse,
        Analysed,
        Measure,
        Measured,
        KeepGame,
        KeptGame,
    );
}

/// Tables and what is said at them.
fn tables(text: &mut String) {
    let config = Config::default();
    export!(text, config:
        TableConfig,
        Plan,
        SeatPlan,
        Level,
        Order,
        Clock,
        Flagged,
        Aids,
        Visibility,
        Switch,
        Preset,
        SeatsFrom,
        Start,
        PoolList,
        PoolInfo,
        MeSaid,
        MeTold,
        PlayLimit,
        LastingSeek,
        NearBot,
        Spot,
        ScoreItem,
        Patch,
        Event,
        Kind,
        Laid,
        Figure,
        RingPiece,
        Standing,
        Now,
        View,
        TableInfo,
        Status,
        EndReason,
        SeatInfo,
        Sitter,
        Clocks,
        Draws,
        ShareKind,
        OfferKind,
        KeptFor,
        Offer,
        TableRow,
        You,
        ClientMsg,
        client::Claim,
        ServerMsg,
        RatedSeat,
        ShownRating,
        Ladder,
        Conduct,
        Hint,
        Past,
        LogLine,
        Cause,
        Step,
        Choices,
        Moves,
        MoveQuestion,
        MoveWorth,
        Draft,
    );
}

/// What goes over HTTP.
fn pages(text: &mut String) {
    let config = Config::default();
    export!(text, config:
        Problem,
        Me,
        GuestName,
        Credentials,
        Scope,
        NewToken,
        Token,
        TokenRow,
        Tokens,
        Sit,
        Shares,
        TableChange,
        SeatColour,
        NewTable,
        Made,
        DrawSheet,
        Draw,
        FairLine,
        FairList,
        Rows,
        Menu,
        FamilyChoice,
        LevelChoice,
        ExpansionChoice,
        OptionChoice,
        RecordText,
        Replay,
        Moment,
        Evaluate,
        Evaluation,
        BestMove,
        Tries,
        TriesText,
        Tried,
        Survey,
        AnalysisState,
        Analysis,
        AnalysedDraw,
        AnalysedMove,
        AnalysedLine,
        AnalysedSeat,
        analysis::Mark,
        analysis::TurningPoint,
        survey::Feature,
        survey::Worth,
        survey::Chances,
        survey::OpenCell,
        survey::WallEnd,
        survey::RingSurvey,
        survey::TowerPlace,
        survey::Watch,
        RulesBook,
        RulesPage,
        RulesSection,
        RulesBlock,
        RulesPicture,
        Texts,
        LessonRow,
        Lesson,
        LessonStep,
    );
    inbox(text);
    standings(text);
    society(text);
}

/// What waits for a person, and how it is told.
fn inbox(text: &mut String) {
    let config = Config::default();
    export!(text, config:
        NoticeKind,
        Channel,
        MyTurn,
        MyTurns,
        MyNotice,
        MyNotices,
        SeenNotices,
        Want,
        SetWants,
        Reach,
        MyAddress,
        SetAddress,
        PushBrowser,
        PushEnd,
        MyLeave,
        SetLeave,
        MyCalendar,
        AskReset,
        DoReset,
        Invitation,
        PushMessage,
    );
}

/// What people have reached.
fn standings(text: &mut String) {
    let config = Config::default();
    export!(text, config:
        Profile,
        LadderRating,
        PlayedGame,
        PlayedSeat,
        PlayedGames,
        RatingHistory,
        CorrectedRating,
        RatedDay,
        PersonStats,
        FeatureStats,
        Board,
        BoardRow,
        BoardGain,
        BoardLevel,
    );
}

/// People among each other, and what moderators do.
fn society(text: &mut String) {
    let config = Config::default();
    export!(text, config:
        Role,
        Tie,
        NewTie,
        PersonName,
        Relations,
        RelationRow,
        MyProfile,
        Relation,
        TableTalk,
        NewChallenge,
        ChallengeState,
        Challenge,
        Challenges,
        ReportKind,
        NewReport,
        Deed,
        OwnDeed,
        Appeal,
        Moderation,
        NewAppeal,
        BannedAppeal,
        Proof,
        AdminState,
        OutboxHealth,
        Announcement,
        Announcements,
        NewAnnouncement,
        AdminReports,
        AdminReport,
        AdminLine,
        AdminPeople,
        AdminPerson,
        DeedLog,
        DeedRow,
        NewDeed,
        AdminSettings,
        NewBot,
        Bot,
        Bots,
        MadeBot,
        BotOffer,
        BotOffers,
        BotOfferRow,
    );
}
