//! Python: what only looks, counts or prints.

use super::{Harmless, bare, functions, methods, modules};
use crate::facts::programs::interpreters::tokens::Language::Python;

pub(super) static ROWS: &[Harmless] = &[
    bare(
        Python,
        "print len range int str float bool list dict set tuple frozenset bytes bytearray complex \
         sum min max abs round pow divmod sorted reversed enumerate zip map filter any all iter next \
         isinstance issubclass type repr ascii chr ord hex oct bin format hash id callable slice \
         hasattr object super property staticmethod classmethod input exit quit help dir vars \
         memoryview breakpoint compile aiter anext unicode xrange raw_input long reduce display",
    ),
    bare(
        Python,
        "Exception ValueError TypeError KeyError IndexError RuntimeError AssertionError OSError \
         IOError FileNotFoundError StopIteration SystemExit KeyboardInterrupt NotImplementedError \
         AttributeError ImportError ModuleNotFoundError ZeroDivisionError TimeoutError \
         UnicodeDecodeError PermissionError ConnectionError BaseException Warning UserWarning \
         DeprecationWarning LookupError ArithmeticError OverflowError EOFError",
    ),
    // What is imported by name so often that it needs no module in front of it.
    bare(
        Python,
        "Path PurePath PosixPath PurePosixPath WindowsPath defaultdict Counter OrderedDict deque \
         namedtuple ChainMap datetime timedelta date time timezone Decimal Fraction partial lru_cache \
         wraps chain islice product permutations combinations groupby itemgetter attrgetter cache \
         cycle repeat accumulate dataclass field asdict Enum auto StringIO BytesIO urlparse urlsplit \
         urljoin urlencode quote unquote parse_qs pprint pp sleep perf_counter monotonic dedent \
         fsum gcd sqrt ceil floor log exp sin cos pi escape unescape b64encode b64decode md5 sha1 \
         sha256 sha512 uuid4 uuid1 ArgumentParser BeautifulSoup Request ThreadPoolExecutor contextmanager \
         suppress nullcontext Table Console tqdm",
    ),
    bare(
        Python,
        "if elif while for in not and or return lambda assert yield del with raise except is await \
         async else from import global nonlocal match case try finally pass break continue def class",
    ),
    methods(
        Python,
        "append extend insert remove pop clear index count sort reverse copy add discard update get \
         items keys values setdefault popitem fromkeys union intersection difference \
         symmetric_difference issubset issuperset isdisjoint appendleft popleft extendleft rotate \
         most_common elements subtract total move_to_end",
    ),
    methods(
        Python,
        "split rsplit splitlines partition rpartition join strip lstrip rstrip upper lower title \
         capitalize casefold swapcase startswith endswith find rfind rindex format format_map encode \
         decode replace zfill ljust rjust center expandtabs translate maketrans isdigit isalpha \
         isalnum isspace isupper islower istitle isnumeric isdecimal isidentifier isprintable isascii \
         removeprefix removesuffix hex fromhex to_bytes from_bytes bit_length as_integer_ratio \
         is_integer conjugate",
    ),
    methods(
        Python,
        "read readline readlines readable seekable writable seek tell close flush fileno isatty \
         write writelines getvalue getbuffer __enter__ __exit__ __init__ __str__ __repr__ __len__ \
         __getitem__ __contains__ __iter__ __next__ __eq__ __hash__ __call__ __post_init__",
    ),
    // Paths that are asked, or made where there was nothing.
    methods(
        Python,
        "exists is_file is_dir is_symlink is_absolute is_mount read_text read_bytes iterdir glob rglob \
         walk stat lstat resolve absolute expanduser joinpath with_suffix with_name with_stem \
         relative_to is_relative_to match full_match as_posix as_uri samefile owner group readlink \
         mkdir touch cwd home",
    ),
    methods(
        Python,
        "group groups groupdict start end span match search fullmatch findall finditer sub subn \
         compile expand strftime strptime isoformat fromisoformat timestamp fromtimestamp utcnow now \
         today date time weekday isoweekday isocalendar astimezone total_seconds utcfromtimestamp \
         toordinal ctime timetuple quantize",
    ),
    // Results of requests, of statements and of processes.
    methods(
        Python,
        "json raise_for_status iter_lines iter_content getcode info geturl getheader getheaders \
         read1 fetchall fetchone fetchmany cursor rowcount scalar scalars first one one_or_none \
         mappings count_documents find_one list_collection_names estimated_document_count aggregate \
         returncode communicate wait poll result done exception submit shutdown cancelled \
         add_done_callback as_completed",
    ),
    methods(
        Python,
        "add_argument parse_args parse_known_args add_subparsers add_parser set_defaults \
         add_mutually_exclusive_group add_argument_group print_help print_usage debug info warning \
         warn error critical exception log setLevel getEffectiveLevel hexdigest digest acquire \
         release start join is_alive is_set set locked notify wait_for cancel put get_nowait \
         put_nowait qsize empty full task_done",
    ),
    methods(
        Python,
        "namelist infolist getinfo getnames getmembers getmember testzip printdir extractfile \
         iter iterfind itertext findtext getroot getchildren select select_one find_all \
         get_text prettify find_parent find_next find_next_sibling xpath cssselect text_content \
         getElementsByTagName getElementById getAttribute toxml toprettyxml has_section has_option \
         sections options getint getfloat getboolean read_string read_dict read_file parse feed \
         visit generic_visit add_row add_column print rule log track",
    ),
    // Tables and arrays.
    methods(
        Python,
        "head tail describe shape reshape ravel flatten transpose mean median std var sum min max \
         argmin argmax argsort cumsum cumprod prod dot matmul astype tolist item numpy cpu cuda to \
         detach unsqueeze squeeze view size dim numel groupby agg apply applymap merge concat \
         sort_values sort_index reset_index set_index value_counts nunique unique isna isnull notna \
         fillna dropna drop drop_duplicates duplicated sample query loc iloc iterrows itertuples \
         pivot pivot_table melt stack unstack corr cov rolling resample quantile to_dict to_list \
         to_string to_numpy to_frame to_datetime to_markdown nlargest nsmallest assign pipe \
         memory_usage infer_objects select_dtypes isin between clip rename_axis eval round diff shift \
         rank interpolate",
    ),
    methods(
        Python,
        "get_json get_data is_success elapsed cookies headers parameters named_parameters state_dict \
         children modules named_modules eval train forward no_grad backward zero_grad step plot \
         scatter bar hist show subplots set_title set_xlabel set_ylabel legend grid tight_layout \
         get_legend set_xticks set_yticks imshow axis figure getpixel getbands thumbnail resize crop \
         rotate convert getsize load verify get_all objects all filter exclude order_by \
         values_list select_related prefetch_related distinct annotate",
    ),
    modules(
        Python,
        "json re math cmath statistics random string textwrap difflib itertools functools operator \
         collections collections.abc datetime time calendar zoneinfo decimal fractions numbers \
         typing types enum dataclasses abc copy pprint reprlib bisect heapq array struct binascii \
         base64 hashlib hmac secrets uuid html html.parser html.entities unicodedata codecs locale \
         gettext keyword token tokenize ast dis inspect traceback warnings weakref gc errno stat \
         fnmatch glob platform sysconfig sys.flags getpass pwd grp resource urllib.parse ipaddress \
         colorsys zlib contextlib contextvars argparse optparse getopt shlex configparser tomllib \
         csv graphlib queue this __future__ typing_extensions xml.sax.saxutils quopri",
    ),
    modules(
        Python,
        "numpy numpy.linalg numpy.random numpy.fft scipy scipy.stats sympy yaml ruamel.yaml toml \
         tomli tomli_w orjson ujson simplejson msgpack dateutil dateutil.parser pytz six attr attrs \
         pydantic rich rich.table rich.console tabulate colorama termcolor packaging \
         packaging.version packaging.specifiers semver jsonschema jsonpath_ng lxml.etree bs4 \
         markdown jinja2 networkx sklearn sklearn.metrics tiktoken torch torch.nn torch.cuda \
         torch.nn.functional torch.backends transformers pandas polars pyarrow matplotlib \
         matplotlib.pyplot seaborn PIL PIL.Image cv2 chardet certifi idna humanize more_itertools \
         sortedcontainers Levenshtein rapidfuzz regex wcwidth pygments email.utils email.header \
         distutils.version distutils.spawn jwt",
    ),
    functions(
        Python,
        "os",
        "getcwd getcwdb listdir scandir walk stat lstat fstat access getenv getpid getppid getuid \
         geteuid getgid getegid getlogin getgroups uname cpu_count sched_getaffinity getloadavg \
         readlink fspath fsencode fsdecode get_terminal_size strerror urandom isatty times statvfs \
         sysconf pathconf umask makedirs mkdir getpgid getsid get_blocking nice waitpid wait \
         device_encoding ctermid get_exec_path _exit abort close read lseek pipe fsync",
    ),
    functions(
        Python,
        "os.path posixpath ntpath path",
        "join exists isfile isdir islink isabs ismount lexists basename dirname split splitext \
         splitdrive abspath realpath normpath relpath expanduser expandvars getsize getmtime getatime \
         getctime commonpath commonprefix samefile normcase isjunction",
    ),
    functions(Python, "os.environ environ", "get items keys values copy setdefault pop update"),
    functions(
        Python,
        "sys",
        "exit getsizeof getrecursionlimit setrecursionlimit getdefaultencoding getfilesystemencoding \
         exc_info getrefcount intern getswitchinterval is_finalizing get_asyncgen_hooks",
    ),
    functions(
        Python,
        "sys.stdin sys.stdout sys.stderr sys.stdin.buffer sys.stdout.buffer sys.stderr.buffer stdin stdout stderr",
        "read readline readlines write writelines flush isatty fileno close detach reconfigure read1",
    ),
    functions(Python, "sys.path", "insert append extend remove index"),
    functions(Python, "shutil", "which disk_usage get_terminal_size get_archive_formats"),
    functions(
        Python,
        "subprocess sp",
        "PIPE DEVNULL STDOUT TimeoutExpired CalledProcessError list2cmdline",
    ),
    functions(
        Python,
        "tempfile",
        "gettempdir mkdtemp mkstemp mktemp TemporaryFile NamedTemporaryFile SpooledTemporaryFile \
         gettempprefix TemporaryDirectory",
    ),
    functions(
        Python,
        "socket",
        "gethostname getfqdn gethostbyname gethostbyaddr getaddrinfo gethostbyname_ex getservbyname \
         inet_aton inet_ntoa inet_pton inet_ntop create_connection socket setdefaulttimeout \
         getdefaulttimeout has_ipv6",
    ),
    methods(
        Python,
        "connect connect_ex settimeout setsockopt recv send sendall getsockname getpeername bind \
         listen accept",
    ),
    functions(
        Python,
        "importlib importlib.util importlib.metadata importlib.resources pkgutil pkg_resources metadata",
        "find_spec version metadata distribution distributions requires entry_points \
         files packages_distributions iter_modules walk_packages get_distribution require \
         invalidate_caches parse_version",
    ),
    functions(
        Python,
        "urllib.request request",
        "urlopen Request build_opener install_opener ProxyHandler getproxies",
    ),
    functions(Python, "http.client client", "HTTPConnection HTTPSConnection responses"),
    functions(
        Python,
        "requests httpx aiohttp urllib3 session",
        "get head options Session Client ClientSession PoolManager AsyncClient Timeout",
    ),
    functions(
        Python,
        "pathlib",
        "Path PurePath PosixPath PurePosixPath WindowsPath PureWindowsPath",
    ),
    functions(Python, "Path", "cwd home"),
    functions(Python, "io", "StringIO BytesIO TextIOWrapper BufferedReader"),
    functions(Python, "sqlite3", "connect Row"),
    functions(Python, "pickle joblib dill cloudpickle marshal", "dumps"),
    functions(Python, "torch", "load"),
    functions(
        Python,
        "asyncio",
        "run gather sleep wait wait_for get_event_loop new_event_loop set_event_loop create_task \
         ensure_future Semaphore Lock Queue Event timeout TaskGroup get_running_loop as_completed",
    ),
    methods(Python, "run_until_complete create_task gather commit rollback"),
    functions(
        Python,
        "threading concurrent.futures futures multiprocessing",
        "Thread Lock RLock Event Semaphore Condition Timer current_thread active_count enumerate \
         ThreadPoolExecutor ProcessPoolExecutor as_completed wait cpu_count Pool Process Queue \
         Manager local get_ident",
    ),
    functions(
        Python,
        "logging",
        "getLogger debug info warning warn error critical exception log disable getLevelName \
         StreamHandler Formatter NullHandler basicConfig captureWarnings addLevelName",
    ),
    functions(Python, "timeit", "default_timer"),
    functions(
        Python,
        "psutil",
        "cpu_percent cpu_count virtual_memory swap_memory disk_usage disk_partitions net_io_counters \
         process_iter Process pids pid_exists boot_time net_connections sensors_temperatures \
         getloadavg cpu_times users",
    ),
    functions(
        Python,
        "xml.etree.ElementTree ET ElementTree etree minidom xml.dom.minidom",
        "parse fromstring tostring iterparse Element SubElement parseString ElementTree dump indent \
         XML HTML fromstringlist register_namespace",
    ),
    functions(Python, "zipfile tarfile gzip bz2 lzma", "is_zipfile is_tarfile decompress compress"),
    functions(
        Python,
        "stripe.Customer stripe.Charge stripe.Invoice stripe.Subscription stripe.Price stripe.Product",
        "list retrieve search",
    ),
    functions(Python, "py_compile compileall", "compile compile_dir compile_file"),
    functions(Python, "site", "getsitepackages getusersitepackages getuserbase"),
    functions(Python, "ctypes.util util", "find_library"),
    functions(Python, "signal", "signal alarm getsignal"),
    functions(Python, "atexit", "register"),
    functions(Python, "torch.cuda cuda", "is_available device_count get_device_name"),
    functions(
        Python,
        "User.objects objects",
        "count all filter get first last exists values aggregate exclude",
    ),
];
