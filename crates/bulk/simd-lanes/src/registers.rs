//! How operations on registers are defined.

/// Defines operations on registers: `name(arguments) = value`.
macro_rules! on_registers {
    ($vector:ident: $($name:ident($($argument:ident),*) = |$x:ident| $value:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, $($argument: Self),*) -> Self {
            let $x = self.0;
            $(let $argument = $argument.0;)*
            // SAFETY: a vector is made by a token, which proves the instructions; they touch registers only.
            $vector(unsafe { $value })
        }
    )*};
}
