//! JavaScript in Node, Deno and Bun: what only looks, counts or prints.

use super::{Harmless, bare, functions, methods, modules};
use crate::facts::programs::interpreters::tokens::Language::JavaScript;

pub(super) static ROWS: &[Harmless] = &[
    bare(
        JavaScript,
        "parseInt parseFloat isNaN isFinite String Number Boolean BigInt Symbol Array Object Map Set \
         WeakMap WeakSet WeakRef Date RegExp Error TypeError RangeError SyntaxError ReferenceError \
         AggregateError Promise Proxy URL URLSearchParams TextEncoder TextDecoder AbortController \
         AbortSignal Headers Request Response FormData Blob Uint8Array Uint16Array Uint32Array Int8Array \
         Int16Array Int32Array Float32Array Float64Array BigInt64Array ArrayBuffer DataView Intl",
    ),
    bare(
        JavaScript,
        "require import setTimeout setInterval setImmediate clearTimeout clearInterval queueMicrotask \
         structuredClone fetch atob btoa encodeURIComponent decodeURIComponent encodeURI decodeURI \
         escape unescape super resolve reject console readFileSync readFile readdirSync readdir \
         existsSync statSync stat lstatSync mkdirSync mkdir appendFileSync accessSync access \
         realpathSync join basename dirname extname relative normalize isAbsolute fileURLToPath \
         pathToFileURL createRequire createHash randomBytes randomUUID promisify inspect format \
         createReadStream createInterface performance assert describe it test expect hostname cpus \
         totalmem freemem platform homedir tmpdir cb callback done next tmpNameSync mkdtempSync",
    ),
    bare(
        JavaScript,
        "if for while switch catch return typeof await function async new delete void in of throw do \
         else case yield with let const var instanceof class extends try finally export default",
    ),
    methods(
        JavaScript,
        "push pop shift unshift splice slice concat join reverse sort indexOf lastIndexOf includes \
         find findIndex findLast findLastIndex filter map forEach reduce reduceRight some every flat \
         flatMap fill keys values entries at copyWithin toSorted toReversed toSpliced with from of \
         isArray length get set has add delete clear size groupBy",
    ),
    methods(
        JavaScript,
        "split replace replaceAll match matchAll search test exec trim trimStart trimEnd toUpperCase \
         toLowerCase toLocaleUpperCase toLocaleLowerCase padStart padEnd charAt charCodeAt codePointAt \
         startsWith endsWith repeat substring substr localeCompare normalize toString toFixed \
         toPrecision toLocaleString toLocaleDateString toLocaleTimeString toISOString toJSON \
         toUTCString toDateString toTimeString valueOf getTime getFullYear getMonth getDate getDay \
         getHours getMinutes getSeconds getMilliseconds getTimezoneOffset getUTCFullYear setDate \
         setMonth setHours setFullYear setMinutes now raw fromCharCode fromCodePoint",
    ),
    methods(
        JavaScript,
        "then catch finally json text arrayBuffer blob on once off addListener removeListener \
         addEventListener setEncoding resume pause read write end pipe log error warn info debug \
         table dir time timeEnd group groupEnd assert hasOwnProperty hasOwn isPrototypeOf \
         propertyIsEnumerable call apply bind next return throw getReader getWriter cancel tee \
         question close line prompt setPrompt abort signal destroy unref ref",
    ),
    methods(
        JavaScript,
        "readFileSync readFile readdirSync readdir existsSync statSync stat lstatSync lstat fstatSync \
         accessSync access realpathSync realpath readlinkSync readlink createReadStream opendirSync \
         mkdirSync mkdir mkdtempSync mkdtemp appendFileSync appendFile isFile isDirectory \
         isSymbolicLink readTextFile readTextFileSync readDir readDirSync statfs statfsSync readJson \
         readJsonSync pathExists pathExistsSync ensureDirSync ensureDir readJSON readJSONSync exists",
    ),
    methods(
        JavaScript,
        "digest update hash randomUUID randomBytes randomInt getRandomValues encode decode parse \
         stringify format inspect pathname searchParams append getAll getHeader setHeader headers \
         status statusCode writeHead listen address connect listTables count findOne findMany \
         findUnique findFirst aggregate toArray list retrieve",
    ),
    modules(
        JavaScript,
        "Math JSON Object Array String Number Boolean Date Reflect Symbol Promise BigInt Intl Atomics \
         Buffer URL URLSearchParams console performance crypto path node:path path.posix path.win32 \
         url node:url querystring node:querystring util node:util util.types os node:os assert \
         node:assert events node:events string_decoder punycode readline node:readline \
         readline/promises node:readline/promises timers node:timers timers/promises \
         node:timers/promises perf_hooks node:perf_hooks buffer node:buffer zlib node:zlib \
         node:crypto dns node:dns dns/promises node:dns/promises constants tty node:tty",
    ),
    modules(
        JavaScript,
        "lodash _ underscore semver chalk picocolors kleur yaml js-yaml YAML toml dayjs moment \
         date-fns luxon uuid nanoid zod ajv minimatch picomatch micromatch fast-glob glob globby \
         acorn esprima @babel/parser cheerio marked csv-parse json5 ms debug ini dotenv minimist \
         yargs-parser strip-ansi string-width deepmerge ramda immutable immer iconv-lite mime \
         mime-types qs slugify ts typescript prettier Deno.env",
    ),
    functions(
        JavaScript,
        "process",
        "exit cwd uptime hrtime memoryUsage cpuUsage nextTick on once emitWarning getuid getgid \
         resourceUsage umask hrtime.bigint stdout stderr setMaxListeners",
    ),
    functions(
        JavaScript,
        "process.stdout process.stderr process.stdin stdout stderr stdin",
        "write end on once setEncoding read pipe resume getWindowSize isTTY unref",
    ),
    functions(
        JavaScript,
        "Deno",
        "readTextFile readTextFileSync readFile readFileSync readDir readDirSync stat statSync cwd \
         exit mkdir mkdirSync hostname memoryUsage inspect lstat realPath makeTempDir makeTempFile",
    ),
    functions(JavaScript, "Bun", "file hash sleep env version inspect which resolveSync"),
    functions(
        JavaScript,
        "fs fs/promises fs-extra graceful-fs fs.promises",
        "readFileSync readFile readdirSync readdir existsSync statSync stat lstatSync lstat fstatSync \
         accessSync access realpathSync realpath readlinkSync readlink createReadStream opendirSync \
         opendir mkdirSync mkdir mkdtempSync mkdtemp appendFileSync appendFile statfs statfsSync \
         readJson readJsonSync pathExists pathExistsSync ensureDirSync ensureDir readJSON readJSONSync \
         exists close closeSync read readSync watch watchFile constants",
    ),
    functions(JavaScript, "http https node:http node:https", "get createServer Agent"),
    functions(JavaScript, "axios got superagent", "get head create"),
    functions(JavaScript, "module node:module Module", "createRequire isBuiltin"),
    functions(JavaScript, "require", "resolve"),
    functions(
        JavaScript,
        "stream node:stream stream/promises",
        "pipeline Readable Transform PassThrough finished",
    ),
    functions(
        JavaScript,
        "net node:net",
        "connect createConnection isIP isIPv4 isIPv6 createServer",
    ),
    functions(JavaScript, "vm node:vm", "Script isContext"),
    functions(JavaScript, "v8 node:v8", "getHeapStatistics serialize deserialize"),
    functions(JavaScript, "import.meta", "resolve"),
    functions(
        JavaScript,
        "customers charges invoices subscriptions products prices",
        "list retrieve search",
    ),
];
