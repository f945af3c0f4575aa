//! Exponential moving averages that are right from the first value on.
//!
//! # References
//! - Biere, Fröhlich: Evaluating CDCL restart schemes, POS 2015
//! - Kingma, Ba: Adam: a method for stochastic optimization, ICLR 2015 (the correction of the start)

/// An average in which older values fade.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Average {
    biased: f64,
    decay: f64,
    /// `decay^updates`: the weight that the start still has.
    start: f64,
}

impl Average {
    /// With a memory of about `window` values.
    pub(crate) fn new(window: f64) -> Self {
        Self { biased: 0.0, decay: 1.0 - 1.0 / window, start: 1.0 }
    }

    pub(crate) fn update(&mut self, value: f64) {
        self.biased = self.decay * self.biased + (1.0 - self.decay) * value;
        self.start *= self.decay;
    }

    pub(crate) fn value(&self) -> f64 {
        if self.start < 1.0 { self.biased / (1.0 - self.start) } else { 0.0 }
    }
}

/// Fast and slow averages of the glue of learnt clauses.
#[derive(Debug)]
pub(crate) struct Glues {
    pub(crate) fast: Average,
    pub(crate) slow: Average,
}

impl Glues {
    pub(crate) fn new() -> Self {
        Self { fast: Average::new(33.0), slow: Average::new(1e5) }
    }

    pub(crate) fn update(&mut self, glue: u32) {
        self.fast.update(glue.into());
        self.slow.update(glue.into());
    }
}
