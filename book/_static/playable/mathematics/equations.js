/**
 * Systems of linear equations, small and dense.
 *
 *     M    symmetric, positive definite; its lower triangle becomes the factor L, M = L L^T
 *     A    square, and perhaps singular
 */

const RANK = 1e-13; // of the first pivot: an equation with a smaller one follows from the others

/** Replace the lower triangle of M by its Cholesky factor; return whether M is positive definite. */
export function choleskyFactor(M) {
  for (let i = 0; i < M.length; i++) {
    const row = M[i];
    for (let j = 0; j < i; j++) row[j] = (row[j] - innerProduct(row, M[j], j)) / M[j][j];
    const square = row[i] - innerProduct(row, row, i);
    if (!(square > 0)) return false;
    row[i] = Math.sqrt(square);
  }
  return true;
}

/** Return M^-1 right, given the factor of M. */
export function choleskySolve(L, right) {
  const n = L.length;
  const x = new Float64Array(right);
  for (let i = 0; i < n; i++) x[i] = (x[i] - innerProduct(L[i], x, i)) / L[i][i];
  for (let i = n - 1; i >= 0; i--) {
    x[i] /= L[i][i];
    for (let k = 0; k < i; k++) x[k] -= L[i][k] * x[i];
  }
  return x;
}

/** Return the inner product of the first n entries. */
export function innerProduct(u, v, n) {
  let sum = 0;
  for (let k = 0; k < n; k++) sum += u[k] * v[k];
  return sum;
}

/** Return the function that solves A x = right: of a singular A, with 0 for the unknowns that may be anything. */
export function solveConsistent(A) {
  const rows = A.map((row) => new Float64Array(row));
  const n = rows.length;
  const [rowOrder, columnOrder] = [rows.map((_, i) => i), rows.map((_, i) => i)];
  let rank = 0;
  for (let first = 0; rank < n; rank++) {
    const [i, j, size] = largestFrom(rows, rank);
    first ||= size;
    if (!(size > RANK * first)) break;
    [rows[rank], rows[i]] = [rows[i], rows[rank]];
    [rowOrder[rank], rowOrder[i]] = [rowOrder[i], rowOrder[rank]];
    for (const row of rows) [row[rank], row[j]] = [row[j], row[rank]];
    [columnOrder[rank], columnOrder[j]] = [columnOrder[j], columnOrder[rank]];
    for (let k = rank + 1; k < n; k++) eliminate(rows[k], rows[rank], rank);
  }
  return (right) => substituted(rows, rank, rowOrder, columnOrder, right);
}

function largestFrom(rows, start) {
  let [at, to, size] = [start, start, 0];
  for (let i = start; i < rows.length; i++) {
    for (let j = start; j < rows.length; j++) {
      if (Math.abs(rows[i][j]) > size) [at, to, size] = [i, j, Math.abs(rows[i][j])];
    }
  }
  return [at, to, size];
}

/** Subtract a multiple of the pivot's row, and keep the multiple where it made a 0. */
function eliminate(row, pivotRow, pivot) {
  const factor = row[pivot] / pivotRow[pivot];
  row[pivot] = factor;
  if (factor) for (let j = pivot + 1; j < row.length; j++) row[j] -= factor * pivotRow[j];
}

function substituted(rows, rank, rowOrder, columnOrder, right) {
  const x = new Float64Array(rank);
  for (let i = 0; i < rank; i++) {
    x[i] = right[rowOrder[i]];
    for (let k = 0; k < i; k++) x[i] -= rows[i][k] * x[k];
  }
  for (let i = rank - 1; i >= 0; i--) {
    for (let k = i + 1; k < rank; k++) x[i] -= rows[i][k] * x[k];
    x[i] /= rows[i][i];
  }
  const solution = new Float64Array(rows.length);
  columnOrder.forEach((column, k) => (solution[column] = k < rank ? x[k] : 0));
  return solution;
}
