// Versions of programs: which of two is newer.

/** The version that a program prints: `belay 0.1.0 (abc)` is `0.1.0`. */
export function versionIn(printed: string): string | undefined {
  return /\b(\d+\.\d+\.\d+(?:-[\w.]+)?)/.exec(printed)?.[1];
}

/** Below zero where the first is older. One that is not released yet is older than its release. */
export function compareVersions(first: string, second: string): number {
  const [a, b] = [parts(first), parts(second)];
  for (const index of [0, 1, 2]) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.before === b.before) return 0;
  if (a.before === "") return 1;
  if (b.before === "") return -1;
  return a.before < b.before ? -1 : 1;
}

function parts(version: string): { numbers: number[]; before: string } {
  const [numbers = "", ...before] = version.split("-");
  return { numbers: numbers.split(".").map(Number), before: before.join("-") };
}
