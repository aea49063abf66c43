//! Direction letters: how they pair up and which leaps they select (x to the right, y forward).

use crate::source::Span;

/// A group of direction letters that is read as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// One letter of `f b l r v s`, or a doubled one.
    One(char),
    /// `fh`: a whole half plane.
    Half(char),
    /// `fr`: two letters, the order counts on oblique leaps.
    Pair(char, char),
    /// `hr`, `hl`: by handedness.
    Handed(char),
    /// `*`: every bearing (brackets only).
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Orthogonal,
    Diagonal,
    Oblique,
}

pub type Leap = (i8, i8);

#[must_use]
pub fn shape((x, y): Leap) -> Shape {
    if x == 0 || y == 0 {
        Shape::Orthogonal
    } else if x.unsigned_abs() == y.unsigned_abs() {
        Shape::Diagonal
    } else {
        Shape::Oblique
    }
}

/// Reads the direction letters of one group of modifiers, left to right, longest pairs first (BETZA 4.1). Letters of
/// other sorts between them do not count. A lone `h` comes back as the error.
pub fn tokens(letters: &[(char, Span)]) -> Result<Vec<Token>, Span> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < letters.len() {
        let (a, span) = letters[i];
        let b = letters.get(i + 1).map(|l| l.0);
        let side = |c| matches!(c, 'l' | 'r');
        let pair = match (a, b) {
            ('h', Some(b)) if side(b) => Some(TokenKind::Handed(b)),
            ('f' | 'b' | 'l' | 'r', Some('h')) => Some(TokenKind::Half(a)),
            ('f' | 'b' | 'l' | 'r', Some(b)) if a == b => Some(TokenKind::One(a)),
            ('f' | 'b', Some(b @ ('l' | 'r' | 's'))) => Some(TokenKind::Pair(a, b)),
            ('l' | 'r', Some(b @ ('f' | 'b' | 'v'))) => Some(TokenKind::Pair(a, b)),
            _ => None,
        };
        let (kind, used) = match (pair, a) {
            (Some(kind), _) => (kind, 2),
            (None, '*') => (TokenKind::All, 1),
            (None, 'h') => return Err(span),
            (None, _) => (TokenKind::One(a), 1),
        };
        let last = letters[i + used - 1];
        let text = letters[i..i + used].iter().map(|l| l.0).collect();
        out.push(Token { kind, text, span: span.to(last.1) });
        i += used;
    }
    Ok(out)
}

/// `f|rl|R`: how the letters were read.
#[must_use]
pub fn show(tokens: &[Token], atom: &str) -> String {
    tokens.iter().map(|t| t.text.as_str()).chain([atom]).collect::<Vec<_>>().join("|")
}

/// All leaps of a shape, clockwise from straight ahead.
#[must_use]
pub fn ring(p: i8, q: i8) -> Vec<Leap> {
    let (a, b) = (p.min(q), p.max(q));
    if a == 0 {
        vec![(0, b), (b, 0), (0, -b), (-b, 0)]
    } else if a == b {
        vec![(a, a), (a, -a), (-a, -a), (-a, a)]
    } else {
        vec![(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)]
    }
}

/// Does the leap lie on this side: the sign, not the major axis.
fn toward(c: char, (x, y): Leap) -> bool {
    match c {
        'f' => y > 0,
        'b' => y < 0,
        'l' => x < 0,
        'r' => x > 0,
        _ => false,
    }
}

/// Is the longer component of an oblique leap along this letter?
fn major(c: char, (x, y): Leap) -> bool {
    let vertical = y.unsigned_abs() > x.unsigned_abs();
    match c {
        'f' | 'b' => vertical && toward(c, (x, y)),
        'l' | 'r' => !vertical && toward(c, (x, y)),
        'v' => vertical,
        's' => !vertical,
        _ => false,
    }
}

/// Is it one of the four leaps clockwise of their nearest orthogonal?
fn clockwise(leap: Leap) -> bool {
    let (p, q) = (leap.0.unsigned_abs() as i8, leap.1.unsigned_abs() as i8);
    // the ring starts with the leap just clockwise of straight ahead; every second one is right-handed
    ring(p, q).iter().position(|l| *l == leap).is_some_and(|i| i % 2 == 0)
}

/// Does the token select the leap, as the first or only one of a move? `None`: the token does not fit the shape.
#[must_use]
pub fn selects(kind: TokenKind, leap: Leap) -> Option<bool> {
    let single = |c: char| match c {
        'v' => leap.1 != 0,
        's' => leap.0 != 0,
        _ => toward(c, leap),
    };
    Some(match (shape(leap), kind) {
        (_, TokenKind::All) => true,
        (Shape::Orthogonal, TokenKind::One(c)) => single(c),
        (Shape::Orthogonal, TokenKind::Pair(a, b)) => single(a) || single(b),
        (Shape::Diagonal, TokenKind::One(c)) => single(c),
        (Shape::Diagonal, TokenKind::Pair(a, 's' | 'v')) => toward(a, leap),
        (Shape::Diagonal, TokenKind::Pair(a, b)) => toward(a, leap) && toward(b, leap),
        (Shape::Oblique, TokenKind::One(c)) => major(c, leap),
        (Shape::Oblique, TokenKind::Pair(a, b)) => toward(a, leap) && major(b, leap),
        (Shape::Oblique, TokenKind::Half(c)) => toward(c, leap),
        (Shape::Oblique, TokenKind::Handed(c)) => clockwise(leap) == (c == 'r'),
        (Shape::Orthogonal | Shape::Diagonal, TokenKind::Half(_) | TokenKind::Handed(_)) => return None,
    })
}

/// Turns of a continuation leg in eighths of a circle, clockwise; `None`: not a turn (`hr`).
#[must_use]
pub fn turns(kind: TokenKind) -> Option<&'static [i8]> {
    Some(match kind {
        TokenKind::One('f') => &[0],
        TokenKind::One('b') => &[4],
        TokenKind::One('l') => &[-2],
        TokenKind::One('r') => &[2],
        TokenKind::One('v') => &[0, 4],
        TokenKind::One('s') => &[-2, 2],
        TokenKind::Pair('f', 'l') | TokenKind::Pair('l', 'f') => &[-1],
        TokenKind::Pair('f', 'r') | TokenKind::Pair('r', 'f') => &[1],
        TokenKind::Pair('b', 'l') | TokenKind::Pair('l', 'b') => &[-3],
        TokenKind::Pair('b', 'r') | TokenKind::Pair('r', 'b') => &[3],
        TokenKind::Pair('f', 's') => &[-1, 1],
        TokenKind::Pair('b', 's') => &[-3, 3],
        TokenKind::Pair('l', 'v') => &[-1, -3],
        TokenKind::Pair('r', 'v') => &[1, 3],
        TokenKind::Half('f') => &[-1, 0, 1],
        TokenKind::All => &[-3, -2, -1, 0, 1, 2, 3, 4],
        TokenKind::One(_) | TokenKind::Pair(..) | TokenKind::Half(_) | TokenKind::Handed(_) => return None,
    })
}

/// Bearing of a leap among the eight of its kind (the compass, or the eight oblique ones), clockwise.
#[must_use]
pub fn bearing(leap: Leap) -> i8 {
    let (x, y) = (leap.0.signum(), leap.1.signum());
    match shape(leap) {
        Shape::Orthogonal | Shape::Diagonal => {
            const COMPASS: [Leap; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
            COMPASS.iter().position(|c| *c == (x, y)).unwrap_or(0) as i8
        }
        Shape::Oblique => {
            let (p, q) = (leap.0.unsigned_abs() as i8, leap.1.unsigned_abs() as i8);
            ring(p, q).iter().position(|l| *l == leap).unwrap_or(0) as i8
        }
    }
}

/// The turn between two bearings: -3..=4.
#[must_use]
pub fn turn(from: i8, to: i8) -> i8 {
    (to - from + 3).rem_euclid(8) - 3
}

/// Cosine of the angle between two leaps times their lengths' product is monotone in it; compared exactly.
#[must_use]
pub fn closeness(a: Leap, b: Leap) -> (i64, i64) {
    let dot = i64::from(a.0) * i64::from(b.0) + i64::from(a.1) * i64::from(b.1);
    let len = i64::from(b.0) * i64::from(b.0) + i64::from(b.1) * i64::from(b.1);
    // sign(dot) * dot^2 / |b|^2, as a fraction
    (dot.signum() * dot * dot, len)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(s: &str) -> String {
        let letters: Vec<_> = s.chars().map(|c| (c, Span::default())).collect();
        tokens(&letters).map(|t| show(&t, "")).unwrap_or_default()
    }

    #[test]
    fn letters_pair_greedily_from_the_left() {
        assert_eq!(read("fbrl"), "f|br|l|");
        assert_eq!(read("frllb"), "fr|ll|b|");
        assert_eq!(read("sf"), "s|f|");
        assert_eq!(read("ffr"), "ff|r|");
        assert_eq!(read("fhlv"), "fh|lv|");
        assert_eq!(read("hrhl"), "hr|hl|");
    }

    #[test]
    fn turns_are_the_short_way() {
        assert_eq!(turn(0, 7), -1);
        assert_eq!(turn(7, 0), 1);
        assert_eq!(turn(2, 6), 4);
    }
}
