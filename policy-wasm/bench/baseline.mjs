// The JavaScript most people have today: split, lower-case, longest prefix of two lists. It is fooled
// by quotes, wrappers and paths; here it is only a measure of time.
export function baseline(checkpointCommands, noCheckpointCommands) {
  const yes = checkpointCommands.map((entry) => entry.toLowerCase());
  const no = noCheckpointCommands.map((entry) => entry.toLowerCase());
  return (command) => {
    let answer = { shouldCheckpoint: false, reason: "low_risk" };
    for (const part of command.split(/&&|\|\||;|\|/)) {
      const text = part.trim().toLowerCase();
      const required = longest(text, yes);
      const exempted = longest(text, no);
      if (required > 0 && required >= exempted)
        return { shouldCheckpoint: true, reason: "command_required" };
      if (exempted > 0) answer = { shouldCheckpoint: false, reason: "command_exempted" };
    }
    return answer;
  };
}

function longest(text, entries) {
  let length = 0;
  for (const entry of entries) {
    if (entry.length > length && text.startsWith(entry)) length = entry.length;
  }
  return length;
}
