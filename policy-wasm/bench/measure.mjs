// What is measured, the same in Node and on a page: microseconds a call.
import { baseline } from "./baseline.mjs";

const LINES = {
  typical: "cd packages/app && npm run build && git status | head -20",
  short: "git status",
  dangerous: "git reset --hard && rm -rf ../x",
};

/** Two lists such as people have: 50 entries each. */
const CHECKPOINT = [
  "rm -rf",
  "rm -r",
  "rmdir",
  "git reset --hard",
  "git clean -fd",
  "git push --force",
  "git checkout .",
  "git rebase",
  "git branch -D",
  "git stash drop",
  "chmod -R",
  "chown -R",
  "dd",
  "mkfs",
  "fdisk",
  "npm publish",
  "npm uninstall",
  "yarn remove",
  "pnpm remove",
  "pip uninstall",
  "cargo publish",
  "cargo clean",
  "docker system prune",
  "docker rm",
  "docker rmi",
  "docker volume rm",
  "kubectl delete",
  "kubectl apply",
  "kubectl drain",
  "helm uninstall",
  "helm upgrade",
  "terraform apply",
  "terraform destroy",
  "aws s3 rm",
  "aws ec2 terminate-instances",
  "gcloud compute instances delete",
  "az group delete",
  "psql -c",
  "mysql -e",
  "dropdb",
  "redis-cli flushall",
  "mongosh --eval",
  "sed -i",
  "truncate",
  "shred",
  "find . -delete",
  "systemctl stop",
  "kill -9",
  "make clean",
  "mv",
];
const EXEMPT = [
  "ls",
  "pwd",
  "cat",
  "less",
  "tail",
  "wc",
  "du",
  "df",
  "stat",
  "file",
  "which",
  "whoami",
  "date",
  "env",
  "printenv",
  "uname",
  "ps",
  "top",
  "tree",
  "diff",
  "cmp",
  "sort",
  "uniq",
  "cut",
  "tr",
  "jq",
  "rg",
  "grep",
  "fd",
  "git log",
  "git diff",
  "git show",
  "git blame",
  "git branch --list",
  "git remote -v",
  "npm ls",
  "npm outdated",
  "npm view",
  "yarn list",
  "cargo check",
  "cargo tree",
  "cargo test",
  "docker ps",
  "docker images",
  "docker logs",
  "kubectl get",
  "kubectl describe",
  "terraform plan",
  "make -n",
  "true",
];

/** The same, made longer by entries about as many other programs. */
function settings(count) {
  const longer = (list, prefix) =>
    Array.from({ length: count }, (_, i) => list[i] ?? `${prefix}${i} sub --flag`);
  return {
    checkpointCommands: longer(CHECKPOINT, "danger"),
    noCheckpointCommands: longer(EXEMPT, "harmless"),
  };
}

/** Lists of `count` entries that are all about git, which the lines do call. */
function crowded(count) {
  const entries = (prefix) => Array.from({ length: count }, (_, i) => `git ${prefix}${i} --flag`);
  return { checkpointCommands: entries("danger"), noCheckpointCommands: entries("harmless") };
}

export function measure(api) {
  const results = {};
  const lists = settings(50);
  const toy = baseline(lists.checkpointCommands, lists.noCheckpointCommands);
  const engine = new api.Engine(lists);
  for (const [name, line] of Object.entries(LINES)) {
    const shell = "/bin/bash";
    // In turns, so that a busy machine is busy for all of them.
    results[name] = quickest({
      baseline: () => toy(line),
      short: () => engine.shouldCreateCheckpoint(line, shell),
      json: () => engine.judgeJson({ command: line, shell }),
      verdict: () => engine.judge({ command: line, shell }),
      dropIn: () => api.shouldCreateCheckpoint(line, lists, shell),
    });
  }
  const line = LINES.typical;
  const many = new api.Engine(settings(1000));
  const crowd = new api.Engine(crowded(1000));
  const few = new api.Engine(crowded(50));
  results.lists = quickest({
    fifty: () => engine.shouldCreateCheckpoint(line),
    thousand: () => many.shouldCreateCheckpoint(line),
    fiftyOfGit: () => few.shouldCreateCheckpoint(line),
    thousandOfGit: () => crowd.shouldCreateCheckpoint(line),
  });
  for (const each of [engine, many, crowd, few]) each.free();
  return results;
}

/** Many short rounds in turns; the quickest tenth is what the machine can do when left alone. */
function quickest(calls) {
  const times = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
  const count = 200;
  for (let round = 0; round < 150; round += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const begin = performance.now();
      for (let i = 0; i < count; i += 1)
        if (call() === null) throw new Error(`${name} gave no answer`);
      times[name].push(((performance.now() - begin) * 1000) / count);
    }
  }
  const tenth = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 10)];
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, tenth(list)]));
}

/** Milliseconds from nothing loaded to the first verdict. */
export async function start(api, source) {
  const begin = performance.now();
  await api.load(source);
  const loaded = performance.now();
  const engine = new api.Engine();
  const compiled = performance.now();
  engine.judge({ command: "git reset --hard && rm -rf ../x" });
  const judged = performance.now();
  return { load: loaded - begin, compile: compiled - loaded, first: judged - compiled };
}
