// Prints what the package weighs on the wire.
import { sizes } from "../bench/sizes.mjs";

const row = (name, raw, gzip, brotli) =>
  console.log(`   ${name.padEnd(24)}${raw.padStart(10)}${gzip.padStart(10)}${brotli.padStart(10)}`);
const bytes = (count) => `${(count / 1000).toFixed(1)} kB`;

row("", "raw", "gzip", "brotli");
for (const [name, { raw, gzip, brotli }] of Object.entries(sizes())) {
  row(name, bytes(raw), bytes(gzip), bytes(brotli));
}
