import Lanes

/// Eight Floats, one for each particle of a batch.
typealias Float8 = Lane8
/// Eight Doubles, one for each particle of a batch.
typealias Double8 = SIMD8<Double>
