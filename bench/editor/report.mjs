// How figures of a run in VS Code are told.

/** The middle of some values, and the most in brackets. */
export function told(values, unit) {
  const sorted = values.toSorted((left, right) => left - right);
  return `${middle(values).toFixed(0)} ${unit} (${sorted.at(-1).toFixed(0)})`;
}

export function middle(values) {
  return values.toSorted((left, right) => left - right)[values.length >> 1];
}

/** Says whether a figure is what it may be. A busy machine takes longer, so nothing fails. */
export function held(what, figure, most, unit) {
  const word = figure <= most ? "holds" : "IS OVER";
  console.log(
    `${word}: ${what}: ${figure.toFixed(unit === "x" ? 2 : 0)} ${unit} of ${most} ${unit}`,
  );
}
