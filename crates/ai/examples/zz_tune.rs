//! tmp
use ai::{Level, Outlook, Wyrand};
use city::{City, Rules, Setup};
use table::{Action, Actions, Dice, Game, Quiet, Seat, Text, Turn};
fn p(k: usize) -> f32 { std::env::args().nth(k).unwrap().parse().unwrap() }
fn value(rules: &Rules, g: &City, seat: Seat, w: &[f32;4]) -> f32 {
    let f = g.forecast(rules); let s = g.scores();
    let t = if g.turn()==Turn::Over {0.0} else {g.time_left(rules)};
    let side = |x: Seat| {
        let h = if t == 0.0 {1.0} else {w[0]};
        let mut v = h*f[x.index()] as f32 + (1.0-h)*s[x.index()] as f32;
        let idle = g.idle(rules,x).min(w[2]);
        v += w[1]*idle*t.powf(w[3]) + t*g.promise(rules,x);
        v
    };
    let n = rules.seats();
    let o: f32 = (0..n).map(Seat).filter(|x| *x!=seat).map(side).sum();
    side(seat) - o/(n-1) as f32
}
fn best(rules:&Rules,g:&City,seat:Seat,w:&[f32;4],dice:&mut Wyrand)->Action{
    let mut a=Actions::new(); g.legal(rules,&mut a);
    if a.len()==1 {return a[0];}
    let mut best=(f32::NEG_INFINITY,Action::Pass); let mut eq=1;
    let mut c=g.clone(); let mut d=g.clone(); let mut fa=Actions::new();
    for x in a.iter(){
        c.clone_from(g); c.play(rules,*x,&mut Quiet);
        let mut v;
        if matches!(x,Action::Tile{..}) && c.turn()==Turn::Player(seat){
            v=f32::NEG_INFINITY; c.legal(rules,&mut fa);
            for y in fa.iter(){d.clone_from(&c); d.play(rules,*y,&mut Quiet); v=v.max(value(rules,&d,seat,w));}
        } else {v=value(rules,&c,seat,w);}
        if v>best.0+1e-4 {best=(v,*x);eq=1;} else if v>best.0-1e-4 {eq+=1; if dice.below(eq)==0{best.1=*x;}}
    }
    best.1
}
fn main(){
    let games=p(1) as u64; let w=[p(2),p(3),p(4),p(5)];
    for seats in 2..=4u8 {
    let rules=Rules::new(&Setup{seats,..Setup::default()}).unwrap();
    let (mut mine,mut theirs,mut wins,mut len,mut walls)=(0.0,0.0,0.0,0,0);
    for n in 0..games { let mut g=City::start(&rules); let mut dice=Wyrand::new(n);
        let me=Seat((n%seats as u64) as u8);
        while g.turn()!=Turn::Over { let a=if g.turn()==Turn::Player(me){best(&rules,&g,me,&w,&mut dice)}else{ai::choose(Level::Greedy,&rules,&g,&mut dice)}; g.play(&rules,a,&mut Quiet);}
        let s=g.scores(); let m=s[me.index()] as f32; let o:f32=(0..seats).filter(|x|*x!=me.0).map(|x|s[x as usize] as f32).sum::<f32>()/(seats-1) as f32;
        let top=(0..seats).filter(|x|*x!=me.0).map(|x|s[x as usize]).max().unwrap() as f32;
        mine+=m;theirs+=o;wins+=if m>top{1.0}else if m==top{0.5}else{0.0}; len+=g.board().laid().len();walls+=g.walls_built() as usize;}
    let n=games as f32;
    print!("{seats}: {:.1}:{:.1} win {:.2} len {:.1} walls {:.1}  ",mine/n,theirs/n,wins/n,len as f32/n,walls as f32/n);
    }
    println!();
}
