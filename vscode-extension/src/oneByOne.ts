// Work that is done one at a time.

/**
 * What is asked for while the work is being done may be too late for it, so that it is done once more
 * afterwards, once for all who asked meanwhile.
 */
export function oneByOne(work: () => Promise<void>): () => Promise<void> {
  let doing: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    doing = work().finally(() => {
      doing = undefined;
    });
    return doing;
  };
  return () => {
    if (doing === undefined) return begin();
    next ??= doing
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
  };
}
