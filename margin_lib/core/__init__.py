"""What all algorithms share: checked data, planes, signed points, and exact answers.

    inputs           X, y and numbers as they are given -> arrays, or an error that says what is wrong with them
    geometry         planes, margins, the lift and the radius
    signed_points    the rows y x, or y (x, 1), on which every algorithm works
    exact            the sign of w.z without rounding, where floats leave it in doubt

What a user passes -> inputs -> signed_points -> an algorithm -> geometry.Plane, verified by exact.
"""
