//! Who is portrayed: the five levels, from the shepherd to the viscount, and the bronze man of the
//! clock for every other program.

use super::{BLUSH, EYE_WHITE, Features, SHADOW, Sitter, Sketch, face};
use crate::colour::{Rgb, lamplit};
use crate::svg::{Pen, d, fill, flat, stroke, stroke_of_group};

/// All of them.
pub const ALL: &[Sitter] = &[
    Sitter { name: "perrin", ground: lamplit(0x0093_B45C), pattern: hills, bust: perrin },
    Sitter { name: "azalais", ground: lamplit(0x005B_97B8), pattern: bezants, bust: azalais },
    Sitter { name: "bertran", ground: lamplit(0x00C2_B191), pattern: courses, bust: bertran },
    Sitter {
        name: "esclarmonde",
        ground: lamplit(0x0083_6AA0),
        pattern: rosettes,
        bust: esclarmonde,
    },
    Sitter { name: "raimon", ground: lamplit(0x00A8_3A30), pattern: lozenges, bust: raimon },
    Sitter { name: "jaquemart", ground: lamplit(0x0046_5A78), pattern: stars, bust: jaquemart },
];

const GILT: Rgb = lamplit(0x00E8_BE4C);
const GILT_DARK: Rgb = lamplit(0x00B0_8128);
const LINEN: Rgb = lamplit(0x00F6_EEDA);
const LINEN_DARK: Rgb = lamplit(0x00D3_C3A2);
const INK: Rgb = super::PORTRAIT_INK;
const FAIR: Rgb = lamplit(0x00F6_D3AC);
const RUDDY: Rgb = lamplit(0x00E6_B184);
const TANNED: Rgb = lamplit(0x00EE_C095);
const LIPS: Rgb = lamplit(0x00C2_5A4A);
const OVAL: &str =
    "M41,49C41,66 49,80.5 59.5,81C71,80.5 79,66 79,49C79,38 71,31 60,31C49,31 41,38 41,49z";

fn hills(pen: &mut Pen) {
    pen.path("M8,60C22,50 36,54 48,62C66,50 92,50 112,62V112H8z", flat(lamplit(0x0078_9A48)));
    for (x, y) in [(16.0, 74.0), (24.0, 84.0), (101.0, 74.0), (22.0, 40.0), (100.0, 36.0)] {
        let tuft = d!("M{},{}l-2,-5M{},{}v-6M{},{}l2.4,-4.6", x, y, x, y, x, y);
        pen.path(&tuft, stroke(lamplit(0x0054_7638), 1.1).round());
    }
}

fn bezants(pen: &mut Pen) {
    for (x, y) in
        [(20.0, 44.0), (34.0, 24.0), (86.0, 24.0), (101.0, 44.0), (18.0, 70.0), (102.0, 70.0)]
    {
        pen.circle((x, y), 3.4, fill(GILT).line(GILT_DARK).width(1.0));
        pen.circle((x, y), 1.2, flat(GILT_DARK));
    }
}

fn courses(pen: &mut Pen) {
    let joints = "M8,30H112M8,46H112M8,62H112M8,78H112M30,14V30M66,14V30M94,14V30M18,30V46M104,30V46\
                  M28,46V62M92,46V62M16,62V78M104,62V78M26,78V94M96,78V94";
    pen.path(joints, stroke(lamplit(0x0094_8465), 1.5));
}

fn rosettes(pen: &mut Pen) {
    for (x, y) in
        [(21.0, 42.0), (36.0, 20.0), (84.0, 20.0), (99.0, 42.0), (17.0, 66.0), (103.0, 66.0)]
    {
        for (dx, dy) in [(0.0, -3.2), (3.0, -1.0), (1.9, 2.6), (-1.9, 2.6), (-3.0, -1.0)] {
            pen.circle((x + dx, y + dy), 1.9, flat(lamplit(0x00D9_C3E4)));
        }
        pen.circle((x, y), 1.5, flat(GILT));
    }
}

fn lozenges(pen: &mut Pen) {
    let lattice = "M6,40L54,-8M6,64L78,-8M6,88L102,-8M20,98L114,4M40,102L114,28M64,102L114,52\
                   M114,40L66,-8M114,64L42,-8M114,88L18,-8M100,98L6,4M80,102L6,28M56,102L6,52";
    pen.path(lattice, stroke(GILT, 0.9).opacity(0.7));
}

fn stars(pen: &mut Pen) {
    for (x, y) in [(20.0, 50.0), (30.0, 28.0), (92.0, 26.0), (104.0, 52.0), (16.0, 74.0)] {
        let ray = d!("M{},{}v6M{},{}h6", x, y - 3.0, x - 3.0, y);
        pen.path(&ray, stroke(GILT, 1.3).round());
    }
}

fn perrin(s: &mut Sketch) {
    let (curls, straw) = (lamplit(0x009A_6330), lamplit(0x00EC_C873));
    s.path("M97,116L91,52C89.5,38 105,37 104,47C103.4,51.4 98.6,51 98.4,47.6", stroke(INK, 6.0));
    s.path(
        "M97,116L91,52C89.5,38 105,37 104,47C103.4,51.4 98.6,51 98.4,47.6",
        stroke(lamplit(0x00B9_8A4A), 3.4),
    );
    s.path("M16,122C18,98 34,90 48,86H72C86,90 102,98 104,122z", fill(lamplit(0x00A9_7C4C)));
    s.path("M50,74V89C54,95 66,95 70,89V74z", fill(FAIR));
    s.path(
        "M34,96C36,86 44,83 49,82C52,92 68,92 71,82C77,83 84,86 86,96C72,106 48,106 34,96z",
        fill(lamplit(0x006F_8F4E)),
    );
    s.fine(|pen| pen.path("M60,99V118M46,100C44,106 43,112 43,118", stroke_of_group().width(1.1)));
    for (x, y, r) in [
        (39.5, 47.0, 6.0),
        (38.0, 55.0, 5.4),
        (41.0, 62.0, 4.4),
        (80.5, 47.0, 6.0),
        (82.0, 55.0, 5.4),
        (79.0, 62.0, 4.4),
    ] {
        s.pen.circle((x, y), r, fill(curls));
    }
    face(
        s,
        &Features {
            outline: OVAL,
            skin: FAIR,
            brow: (curls, 2.2, ["M45,48.6Q50,44.6 56,47.2", "M62.6,47.2Q68.6,44.6 73.6,48.6"]),
            iris: lamplit(0x0058_7F3C),
            open: 2.3,
            mouth: "M51.5,69.5C56,71.4 63,71.4 67.5,69.5C66,75.4 53,75.4 51.5,69.5z",
            lips: EYE_WHITE,
        },
    );
    s.fine(|pen| {
        for (x, y) in
            [(46.0, 61.0), (49.0, 63.4), (45.4, 64.8), (68.6, 63.2), (71.6, 61.2), (72.4, 64.8)]
        {
            pen.circle((x, y), 0.7, flat(lamplit(0x00A8_6636)));
        }
    });
    s.path(
        "M43,44C44,49 48,46 50,42C53,47 58,46 60,42C63,47 68,46 70,42C72,46 76,48 77,44L76,38H44z",
        fill(curls),
    );
    s.path("M40,34C39,17 49,9 60,9C71,9 81,17 80,34C70,39 50,39 40,34z", fill(straw));
    s.path(
        "M20,42C26,32 40,30 60,30C80,30 94,32 100,42C88,44 76,39 60,39C44,39 32,44 20,42z",
        fill(straw),
    );
    s.path("M40.4,29C50,34 70,34 79.6,29L80,34.4C70,39 50,39 40,34.4z", fill(lamplit(0x00B5_3E2E)));
    s.fine(|pen| {
        pen.path("M50,12C47,17 46,22 46,28M60,10V30M70,12C73,17 74,22 74,28M26,40C36,35 46,34.6 56,34.6M94,40C86,36 76,34.8 68,34.8", stroke(GILT_DARK, 0.9));
    });
}

fn azalais(s: &mut Sketch) {
    let (hair, dress) = (lamplit(0x00B4_5A2A), lamplit(0x00E0_A63C));
    // Hair behind the neck.
    s.path(
        "M36,54C34,28 46,18 60,18C74,18 86,28 84,54C85,70 82,82 76,90H44C38,82 35,70 36,54z",
        fill(lamplit(0x0091_4320)),
    );
    s.path("M14,122C17,100 32,93 48,89H72C88,93 103,100 106,122z", fill(dress));
    s.path("M51,74V88C48,93 46,95 43,97C50,106 70,106 77,97C74,95 72,93 69,88V74z", fill(FAIR));
    s.path("M43,97C50,106 70,106 77,97L80,100C72,112 48,112 40,100z", fill(LINEN));
    s.fine(|pen| {
        for (x, y) in
            [(48.6, 93.0), (52.6, 96.0), (57.4, 97.6), (62.6, 97.6), (67.4, 96.0), (71.4, 93.0)]
        {
            pen.circle((x, y), 2.0, fill(lamplit(0x00C8_4A36)).width(0.8));
        }
        pen.path(
            "M30,100C32,106 32,112 31,118M90,100C88,106 88,112 89,118",
            stroke_of_group().width(1.1),
        );
    });
    face(
        s,
        &Features {
            outline: OVAL,
            skin: FAIR,
            brow: (
                lamplit(0x0086_401E),
                1.9,
                ["M45,48.8Q50,45.2 56,47.8", "M62.4,47.6Q68.6,44.6 73.8,48.6"],
            ),
            iris: lamplit(0x003E_7D74),
            open: 2.2,
            mouth: "M53,70.6C56,69 58,69.2 59.6,70C61.4,69.2 63.6,69 66.6,70C64,74 56,74.2 53,70.6z",
            lips: LIPS,
        },
    );
    // Parted in the middle.
    s.path("M60,25C48,26 41,36 40,60C35,54 33,40 40,29C46,20 54,18 60,18.6C66,18 74,20 80,29C87,40 85,54 80,60C79,36 72,26 60,25z", fill(hair));
    s.path("M38.4,36C44,27 52,24 60,24C68,24 76,27 81.6,36L80,41C74,32 67,29.4 60,29.4C53,29.4 46,32 40,41z", fill(lamplit(0x0042_7B58)));
    s.pen.circle((60.0, 26.8), 3.6, fill(GILT));
    s.fine(|pen| {
        pen.path("M44,23C41,30 39,38 39,48M76,23C79,30 81,38 81,48M52,19.6C50,21 48.6,22.6 47.6,24.4M68,19.6C70,21 71.4,22.6 72.4,24.4", stroke(lamplit(0x0086_401E), 1.0));
    });
    // The plait over her shoulder.
    for (i, (x, y)) in [(81.0, 64.0), (83.5, 74.0), (85.0, 84.0), (85.0, 94.0), (84.0, 104.0)]
        .into_iter()
        .enumerate()
    {
        let side = if i % 2 == 0 { 1.4 } else { -1.4 };
        s.pen.ellipse((x + side, y), (6.8, 6.6), fill(hair));
        s.fine(|pen| {
            pen.path(
                &d!("M{},{}q4,3.4 8,.4", x + side - 4.0, y),
                stroke(lamplit(0x0086_401E), 1.0),
            );
        });
    }
    s.path("M77,110.6H91L90,116H78z", fill(lamplit(0x0042_7B58)));
}

fn bertran(s: &mut Sketch) {
    let (beard, smock) = (lamplit(0x004A_3022), lamplit(0x004F_7390));
    // His hammer, over the shoulder.
    s.path("M88,116L98,50", stroke(INK, 7.4));
    s.path("M88,116L98,50", stroke(lamplit(0x00B9_8A4A), 4.6));
    s.path("M86,40L108,43L107,56L85,53z", fill(lamplit(0x0097_A2AA)));
    s.path("M10,122C12,100 28,92 44,88H76C92,92 108,100 110,122z", fill(smock));
    s.path("M32,122L38,92L47,90L44,122zM88,122L82,92L73,90L76,122z", fill(lamplit(0x0092_5F33)));
    s.path("M44,122L46,104H74L76,122z", fill(lamplit(0x00A8_7040)));
    face(
        s,
        &Features {
            outline: "M38,49C38,68 47,82 59.5,82C73,82 82,68 82,49C82,36 72,29 60,29C48,29 38,36 38,49z",
            skin: RUDDY,
            brow: (beard, 3.4, ["M43.6,49.4Q49,44.6 56.4,48.6", "M62.6,48.6Q69.4,44.6 75.6,49.4"]),
            iris: lamplit(0x005B_4632),
            open: 1.9,
            mouth: "M60,66z",
            lips: LIPS,
        },
    );
    s.path("M37.6,54C38,62 42,66 46,66.6C50,64.4 55,65.4 59.6,68.4C64,65.4 70,64.4 74,66.6C78,66 82,62 82.4,54C86,72 82,90 74,97C69,101 51,101 46,97C38,90 34,72 37.6,54z", fill(beard));
    s.path("M53,73.4C57,71.8 62,71.8 66,73.4C63.6,77 55.6,77 53,73.4z", fill(LIPS).width(1.0));
    s.fine(|pen| {
        pen.path("M43,72C43,82 46,90 51,95M52,82C52,89 54,94 57,97M60,83V97M68,82C68,89 66,94 63,97M77,72C77,82 74,90 69,95", stroke(lamplit(0x007A_553A), 1.2));
    });
    // A linen coif.
    s.path("M36,56C31,30 42,17 60,17C78,17 89,30 84,56C81,55 80,52 79.6,47C76,40 69,37.4 60,37.4C51,37.4 44,40 40.4,47C40,52 39,55 36,56z", fill(LINEN));
    s.fine(|pen| {
        pen.path("M60,17.6V37M41,31C46,26 52,24 60,24C68,24 74,26 79,31", stroke(LINEN_DARK, 1.3));
        pen.path(
            "M76,21C85,29 87,42 84,56C82.4,55.4 81.4,54.4 80.8,53C83,42 82,30 76,21z",
            flat(SHADOW).opacity(0.14),
        );
    });
}

fn esclarmonde(s: &mut Sketch) {
    let (gown, border) = (lamplit(0x002E_6B5A), GILT);
    s.path("M12,122C15,102 30,94 46,90H74C90,94 105,102 108,122z", fill(gown));
    s.path("M38,97C46,112 74,112 82,97L86,100C78,119 42,119 34,100z", fill(border));
    // The veil, behind and over the shoulders.
    s.path("M60,14C38,14 31,32 32,54C32.6,72 28,86 20,98C30,104 40,104 46,98L49,84H71L74,98C80,104 90,104 100,98C92,86 87.4,72 88,54C89,32 82,14 60,14z", fill(LINEN));
    s.fine(|pen| {
        pen.path("M37,50C37,70 34,86 28,98M83,50C83,70 86,86 92,98", stroke(LINEN_DARK, 1.4));
        pen.path("M74,20C83,28 84,42 83.6,54C83,72 86,88 94,100L100,98C92,86 87.4,72 88,54C88.6,38 85,25 74,20z", flat(SHADOW).opacity(0.12));
    });
    face(
        s,
        &Features {
            outline: "M42.4,49C42.4,66 50,80 59.5,80.6C70,80 77.6,66 77.6,49C77.6,39 70,34 60,34C50,34 42.4,39 42.4,49z",
            skin: lamplit(0x00F8_DABA),
            brow: (
                lamplit(0x005B_3B26),
                1.6,
                ["M45.4,48.6Q49.6,44.4 56,47.4", "M62.4,47.4Q69,44.4 73.4,48.6"],
            ),
            iris: lamplit(0x004A_6FA5),
            open: 1.9,
            mouth: "M54,71C56.6,69.8 58,70 59.6,70.6C61.2,70 63,69.8 65.6,71C63.4,73.6 56.2,73.6 54,71z",
            lips: lamplit(0x00B9_4B4B),
        },
    );
    // The wimple under her chin.
    s.path("M42.6,58C41,66 41,78 44,90C50,101 70,101 76,90C79,78 79,66 77.4,58C76,71 69.6,80 60,80.4C50.4,80 44,71 42.6,58z", fill(lamplit(0x00FD_F8EC)));
    s.fine(|pen| {
        pen.path("M47,84C53,91 67,91 73,84M48,91C54,97 66,97 72,91", stroke(LINEN_DARK, 1.2));
    });
    s.path("M41.4,50C41,40 48,35 60,35C72,35 79,40 78.6,50C76,43 69,40.6 60,40.6C51,40.6 44,43 41.4,50z", fill(lamplit(0x00FD_F8EC)));
    // Her circlet.
    s.path("M33.6,37C41,28 50,25.6 60,25.6C70,25.6 79,28 86.4,37L85.4,43.4C78,35.6 70,32.6 60,32.6C50,32.6 42,35.6 34.6,43.4z", fill(GILT));
    s.path("M55,26V18.6L60,12.4L65,18.6V26z", fill(GILT));
    s.pen.circle((60.0, 22.0), 2.7, fill(lamplit(0x00C0_3030)).width(1.0));
    s.fine(|pen| {
        pen.circle((45.6, 32.6), 1.9, fill(lamplit(0x003E_8F6A)).width(0.8));
        pen.circle((74.4, 32.6), 1.9, fill(lamplit(0x003E_8F6A)).width(0.8));
    });
}

fn raimon(s: &mut Sketch) {
    let (hair, mantle) = (lamplit(0x0038_2C28), lamplit(0x002E_4F86));
    s.path(
        "M36,52C33,30 46,20 60,20C74,20 87,30 84,52C86,64 86,74 82,82H38C34,74 34,64 36,52z",
        fill(hair),
    );
    s.path("M8,122C10,102 26,94 42,90H78C94,94 110,102 112,122z", fill(mantle));
    s.path("M51,74V92H69V74z", fill(TANNED));
    // Ermine.
    s.path(
        "M24,101C32,91 42,88 50,86C53,97 67,97 70,86C78,88 88,91 96,101C84,116 36,116 24,101z",
        fill(LINEN),
    );
    s.fine(|pen| {
        for (x, y) in [
            (35.0, 98.0),
            (46.0, 96.0),
            (52.0, 105.0),
            (66.0, 106.0),
            (75.0, 96.0),
            (85.0, 98.0),
            (40.0, 106.0),
            (79.0, 106.0),
        ] {
            pen.path(&d!("M{},{}l-1.6,5.4h3.2z", x, y), flat(INK));
        }
    });
    face(
        s,
        &Features {
            outline: OVAL,
            skin: TANNED,
            brow: (hair, 2.8, ["M44.4,50Q49,45.6 56.6,49", "M62.4,49Q70,45.6 74.6,50"]),
            iris: lamplit(0x003C_5A4C),
            open: 1.7,
            mouth: "M60,66z",
            lips: LIPS,
        },
    );
    // A short beard, grey at the chin.
    s.path("M40.6,55C42,60 44,64 47,66.4C51,65 55.6,65.8 59.6,68C63.6,65.8 68,65 72,66.4C76,64 78,60 79.4,55C80.6,70 73,84 60,88C47,84 39.4,70 40.6,55z", fill(hair));
    s.path(
        "M53.6,73C57,71.4 62,71.6 66.4,72.6C63.6,75.6 56,76 53.6,73z",
        fill(lamplit(0x00B0_5A4A)).width(1.0),
    );
    s.fine(|pen| {
        pen.path(
            "M56,79C57,82.6 58.6,85 60,86.6C61.4,85 63,82.6 64,79",
            stroke(lamplit(0x00A8_A29A), 2.0),
        );
        pen.path(
            "M37.4,54C36.4,62 36.8,70 39,77M82.6,54C83.6,62 83.2,70 81,77",
            stroke(lamplit(0x008C_867F), 1.4),
        );
        pen.path(
            "M44.6,58.6C46,60 48,60.6 50,60.4M74.4,58.6C73,60 71,60.6 69,60.4",
            stroke(BLUSH, 0.9),
        );
    });
    coronet(s);
}

/// The viscount's coronet over a cap.
fn coronet(s: &mut Sketch) {
    s.path("M38,40C37,25 47,16 60,16C73,16 83,25 82,40z", fill(lamplit(0x0086_2A2C)));
    s.path("M35,44L32,23L43,32L50,17L60,29L70,17L77,32L88,23L85,44C77,38.4 69,36.4 60,36.4C51,36.4 43,38.4 35,44z", fill(GILT));
    for (x, y) in [(32.0, 21.6), (50.0, 15.4), (70.0, 15.4), (88.0, 21.6)] {
        s.pen.circle((x, y), 2.6, fill(LINEN).width(1.0));
    }
    s.fine(|pen| {
        pen.path(
            "M36.4,38.6C44,33.4 52,31.2 60,31.2C68,31.2 76,33.4 83.6,38.6",
            stroke(GILT_DARK, 1.1),
        );
        pen.circle((60.0, 33.6), 2.3, fill(lamplit(0x003A_6EA8)).width(0.8));
    });
}

fn jaquemart(s: &mut Sketch) {
    let (bronze, dark, light) = (lamplit(0x00C1_8A4A), lamplit(0x0085_5A2A), lamplit(0x00E6_B878));
    // The bell that he strikes.
    s.path("M93,40V30M84,66C88,62 87,54 88,48C89,41 97,41 98,48C99,54 98,62 102,66z", fill(GILT));
    s.path("M14,122C16,102 30,94 46,90H74C90,94 104,102 106,122z", fill(bronze));
    s.path("M48,82H72V95H48z", fill(dark));
    s.path("M30,122L36,98M90,122L84,98M60,96V122", stroke_of_group());
    s.path("M41,44H79V70C79,80 70,84 60,84C50,84 41,80 41,70z", fill(bronze));
    s.fine(|pen| {
        pen.path("M70,46H79V70C79,80 70,84 60,84C68,80 71,66 70,46z", flat(SHADOW).opacity(0.2));
        pen.path("M45,48V68", stroke(light, 2.2));
        for (x, y) in [(45.0, 76.0), (75.0, 76.0), (45.5, 105.0), (74.5, 105.0)] {
            pen.circle((x, y), 1.5, fill(light).width(0.7));
        }
    });
    for x in [51.0, 69.0] {
        s.pen.circle((x, 57.0), 4.6, fill(dark));
        s.pen.circle((x, 57.0), 2.0, flat(GILT));
    }
    s.path("M60,56V66H57", stroke_of_group());
    s.path("M50,71C55,77 65,77 70,71", stroke_of_group());
    // A kettle hat.
    s.path("M40,42C40,22 49,14 60,14C71,14 80,22 80,42z", fill(light));
    s.path(
        "M26,47C32,39 44,37 60,37C76,37 88,39 94,47C84,49 74,47 60,47C46,47 36,49 26,47z",
        fill(bronze),
    );
    s.fine(|pen| pen.path("M60,14.6V37M50,17C47,23 46,30 46,37", stroke(dark, 1.1)));
}
