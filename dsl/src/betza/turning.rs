//! Which leaps a later leg may begin with, after the heading of the leg before.

use super::direction::{Leap, Shape, TokenKind, bearing, closeness, ring, shape, turn, turns};
use super::leg::{Bend, Leg};

/// -1: the leap turns left of the heading, 1: right, 0: neither.
pub fn side_of(h: Leap, l: Leap) -> i8 {
    let cross = i32::from(h.0) * i32::from(l.1) - i32::from(h.1) * i32::from(l.0);
    -(cross.signum() as i8)
}

/// Bearings of straight and diagonal leaps compare with each other, those of oblique ones among themselves.
#[must_use]
pub fn same_family(a: Leap, b: Leap) -> bool {
    (shape(a) == Shape::Oblique) == (shape(b) == Shape::Oblique)
}

/// Leaps of a later leg of a bracket.
pub fn later(h: Leap, all: &[Leap], leg: &Leg, sideways: i8) -> Vec<Leap> {
    let wanted: Vec<i8> = match (leg.bend, sideways) {
        (Bend::Straight, _) => {
            if leg.directions.is_empty() {
                return outward(h, all);
            }
            leg.directions.iter().filter_map(|t| turns(t.kind)).flatten().copied().collect()
        }
        (Bend::Crooked | Bend::Circular, 0) => vec![-2, 2],
        (Bend::Crooked, s) => vec![-2 * s],
        (Bend::Circular, s) => vec![2 * s],
    };
    if leg.directions.iter().any(|t| t.kind == TokenKind::All) {
        return all.to_vec();
    }
    all.iter().copied().filter(|l| same_family(h, *l) && wanted.contains(&turn(bearing(h), bearing(*l)))).collect()
}

/// The default: the leaps closest to straight on.
fn outward(h: Leap, all: &[Leap]) -> Vec<Leap> {
    let less = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 < b.0 * a.1;
    let mut best: Vec<Leap> = Vec::new();
    for &l in all {
        match best.first() {
            Some(&b) if less(closeness(h, l), closeness(h, b)) => {}
            Some(&b) if less(closeness(h, b), closeness(h, l)) => best = vec![l],
            Some(_) | None => best.push(l),
        }
    }
    best
}

/// Leaps of a continuation in an `a` form: the heading turned, straight and diagonal atoms changing into each other.
pub fn legacy(h: Leap, leg: &Leg) -> Vec<Leap> {
    let oblique = shape(h) == Shape::Oblique;
    let wanted: Vec<i8> = if leg.directions.is_empty() {
        if oblique || leg.parts.len() > 1 { vec![0, 1, -1, 2, -2, 3, -3] } else { vec![0, -2, 2] }
    } else {
        leg.directions.iter().filter_map(|t| turns(t.kind)).flatten().copied().collect()
    };
    let compass: Vec<Leap> = if oblique {
        ring(h.0.unsigned_abs() as i8, h.1.unsigned_abs() as i8)
    } else {
        let n = h.0.unsigned_abs().max(h.1.unsigned_abs()) as i8;
        let (w, f) = (ring(0, n), ring(n, n));
        w.into_iter().zip(f).flat_map(|(a, b)| [a, b]).collect()
    };
    wanted.into_iter().map(|t| compass[(bearing(h) + t).rem_euclid(8) as usize]).collect()
}
