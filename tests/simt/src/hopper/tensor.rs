//! The operands of a tensor copy: `[map, {coordinates}]`.

use super::TensorMap;
use super::tensor_map::BYTES;
use crate::machine::{Context, ExecError};
use crate::text::{Register, Scope, elements, pieces};

/// Where a tensor copy is told its tensor and its box.
pub struct Place {
    map: Register,
    coordinates: Vec<Register>,
}

impl Place {
    /// The place that `[map, {coordinates}]` names, of as many modes as the opcode's words say (`3d`).
    pub fn decode(text: &str, words: &[&str], scope: &mut Scope<'_>) -> Result<Self, String> {
        let inside = text
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        let parts = inside.map(pieces).unwrap_or_default();
        let [map, coordinates] = parts[..] else {
            return Err(format!("no map and coordinates in `{text}`"));
        };
        let place = Self {
            map: scope.value(map)?,
            coordinates: elements(coordinates)
                .into_iter()
                .map(|one| scope.value(one))
                .collect::<Result<_, _>>()?,
        };
        match words.contains(&format!("{}d", place.coordinates.len()).as_str()) {
            true => Ok(place),
            false => Err("coordinates that do not fit the number of modes".into()),
        }
    }

    /// The map and the coordinates in a lane.
    pub fn of(
        &self,
        context: &Context<'_>,
        lane: usize,
    ) -> Result<(TensorMap, [i32; 5]), ExecError> {
        for &register in self.coordinates.iter().chain([&self.map]) {
            context.require(register, "copies at")?;
        }
        let address = context.read(self.map)[lane];
        let read = || -> Result<TensorMap, String> {
            if !address.is_multiple_of(64) {
                return Err(format!(
                    "a tensor map at {address:#x}, which is not a multiple of 64"
                ));
            }
            let mut bytes = [0; BYTES];
            context.memory.read(address, &mut bytes)?;
            let map = TensorMap::decode(&bytes)
                .ok_or_else(|| format!("no tensor map at {address:#x}"))?;
            match map.rank == self.coordinates.len() {
                true => Ok(map),
                false => Err(format!("a tensor of {} modes", map.rank)),
            }
        };
        let map = read().map_err(|why| ExecError::of(lane, why))?;
        let mut at = [0; 5];
        for (at, &register) in at.iter_mut().zip(&self.coordinates) {
            *at = context.read(register)[lane] as i32;
        }
        Ok((map, at))
    }
}
