//! Perl, Ruby, PHP, Lua, R, Julia, Elixir and Groovy: what only looks, counts or prints.

use super::{Harmless, bare, functions, methods, modules};
use crate::facts::programs::interpreters::tokens::Language::{
    Elixir, Groovy, Julia, Lua, Perl, Php, R, Ruby,
};

pub(super) static ROWS: &[Harmless] = &[
    bare(
        Perl,
        "print printf say sprintf join split map grep sort reverse keys values each exists defined \
         delete push pop shift unshift splice length substr index rindex uc lc ucfirst lcfirst chomp \
         chop chr ord hex oct abs int sqrt sin cos atan2 exp log rand srand time localtime gmtime \
         sleep die warn exit return my our local use no require package sub scalar wantarray ref bless \
         pack unpack quotemeta pos study lock undef eof close binmode fileno seek tell read readline \
         getc opendir readdir closedir rewinddir stat lstat readlink glob mkdir caller",
    ),
    bare(
        Perl,
        "if elsif else unless while until for foreach do last next redo and or not xor eq ne lt gt le \
         ge cmp x BEGIN END STDIN STDOUT STDERR ARGV ENV INC __FILE__ __LINE__ __PACKAGE__ __DATA__ \
         __END__ strict warnings utf8 feature constant lib parent base vars Dumper decode_json \
         encode_json from_json to_json first any all none sum sum0 max min maxstr minstr uniq uniqnum \
         shuffle reduce basename dirname fileparse catfile catdir rel2abs abs2rel abs_path cwd getcwd \
         encode decode floor ceil fmod strftime mktime md5_hex sha1_hex sha256_hex encode_base64 \
         decode_base64 croak carp confess cluck blessed reftype looks_like_number dualvar weaken \
         true false tr y s m q qq qw qr wait getppid select",
    ),
    methods(
        Perl,
        "print printf say autoflush close getline getlines eof opened binmode encode decode pretty \
         canonical utf8 allow_nonref indent ascii latin1 ymd hms strftime epoch slurp slurp_utf8 \
         slurp_raw lines lines_utf8 exists is_file is_dir basename parent child children iterator \
         stringify Dump Indent Sortkeys Terse keys values get can isa VERSION import",
    ),
    modules(
        Perl,
        "List::Util Scalar::Util POSIX Data::Dumper JSON JSON::PP JSON::XS Cpanel::JSON::XS Time::HiRes \
         Time::Local Time::Piece MIME::Base64 Digest::MD5 Digest::SHA Encode Text::Wrap Text::Abbrev \
         Getopt::Long File::Basename File::Spec File::Spec::Functions Cwd Math::BigInt Math::Trig \
         Term::ANSIColor YAML URI URI::Escape Carp Config Sys::Hostname Unicode::Normalize \
         Benchmark Test::More HTML::Entities constant",
    ),
    bare(
        Ruby,
        "puts print p pp printf putc sprintf format require require_relative gets exit exit! abort \
         raise fail catch throw loop lambda proc rand srand sleep warn Integer Float String Array Hash \
         Rational Complex attr_accessor attr_reader attr_writer private public protected include \
         extend module_function define_method binding block_given? caller at_exit freeze frozen? \
         Pathname Set Struct BigDecimal URI StringIO",
    ),
    bare(
        Ruby,
        "if elsif else unless while until for do end begin rescue ensure retry case when then in return \
         next break redo yield and or not def class module self super nil true false defined? alias \
         undef __FILE__ __method__ BEGIN END STDIN STDOUT STDERR ARGV ENV RUBY_VERSION RUBY_PLATFORM \
         describe it expect using refine",
    ),
    methods(
        Ruby,
        "each map collect select filter reject find detect find_all reduce inject sum count size length \
         first last min max min_by max_by minmax sort sort_by sort! group_by partition zip flatten \
         flat_map compact uniq reverse join push pop shift unshift insert concat append prepend take \
         take_while drop drop_while include? any? all? none? one? empty? nil? each_with_index \
         each_with_object each_slice each_cons each_line each_char each_key each_value each_pair \
         each_entry with_index with_object tally sample shuffle rotate cycle chunk_while slice_when \
         lazy to_a to_h to_s to_i to_f to_sym to_r to_c to_json to_set to_proc to_enum to_str",
    ),
    methods(
        Ruby,
        "delete delete_if delete_at keep_if clear fetch dig key? has_key? value? keys values key store \
         merge merge! update transform_values transform_keys invert slice except filter_map values_at \
         default split strip lstrip rstrip chomp chop chars bytes lines upcase downcase capitalize \
         swapcase gsub gsub! sub sub! tr tr_s squeeze match match? scan start_with? end_with? index \
         rindex ljust rjust center encode force_encoding unpack unpack1 pack succ next upto downto \
         times step abs round floor ceil divmod gcd lcm pow zero? positive? negative? even? \
         odd? between? clamp digits hex oct ord chr inspect class is_a? kind_of? instance_of? \
         respond_to? instance_variables methods ancestors name new call yield then tap dup clone \
         freeze frozen? hash object_id nonzero? succ! sum! named_captures captures pre_match \
         post_match begin end offset delete_prefix delete_suffix unicode_normalize valid_encoding? \
         ascii_only? format strftime year month day hour sec wday yday to_date to_time iso8601 \
         parse body code message backtrace full_message",
    ),
    methods(
        Ruby,
        "read readlines readline gets getc each_byte eof? close rewind exist? exists? file? directory? \
         symlink? readable? writable? executable? basename dirname extname expand_path realpath children \
         entries glob size? mtime ctime atime stat join absolute_path relative_path_from mkpath \
         open? closed? sync= puts print flush string success? exitstatus pid value status",
    ),
    modules(
        Ruby,
        "JSON YAML CSV_ Math Time Date DateTime Comparable Enumerable Digest Digest::SHA256 \
         Digest::MD5 Digest::SHA1 Base64 SecureRandom URI CGI Shellwords Set Random \
         Etc RbConfig Gem Gem::Version Gem::Specification Benchmark Timeout ObjectSpace GC \
         Zlib::Crc32 OpenSSL::Digest Float Integer String Array Hash Range Regexp Struct \
         BigDecimal Rational Complex Bundler Ripper Nokogiri Nokogiri::HTML Nokogiri::XML \
         SemVer Prime Matrix PP Encoding Signal Unicode",
    ),
    functions(
        Ruby,
        "File IO",
        "read readlines foreach exist? file? directory? size size? basename dirname extname join \
         expand_path absolute_path realpath stat lstat mtime ctime atime readable? writable? \
         executable? symlink? readlink zero? empty? ftype fnmatch fnmatch? split identical? binread \
         readable_real? world_readable?",
    ),
    functions(
        Ruby,
        "Dir",
        "pwd getwd glob entries children each_child exist? home mkdir foreach tmpdir mktmpdir empty? []",
    ),
    functions(Ruby, "ENV", "fetch [] key? to_h each keys values has_key?"),
    functions(Ruby, "Process", "pid ppid clock_gettime wait uid gid times"),
    functions(
        Ruby,
        "STDIN STDOUT STDERR ARGF $stdin $stdout $stderr stdin stdout stderr",
        "read gets each_line readlines write puts print flush sync sync= tty? isatty each",
    ),
    functions(Ruby, "FileUtils", "mkdir mkdir_p pwd touch compare_file uptodate? cmp makedirs"),
    functions(Ruby, "HTTP Net::HTTP", "get get_response start"),
    functions(Ruby, "Pathname", "new pwd glob"),
    bare(
        Php,
        "echo print printf sprintf vprintf vsprintf number_format print_r var_dump var_export \
         json_encode json_decode json_last_error json_last_error_msg strlen strtoupper \
         strtolower ucfirst lcfirst ucwords trim ltrim rtrim explode implode join str_replace \
         str_ireplace str_repeat str_pad str_split strrev strpos stripos strrpos substr substr_count \
         strstr stristr strcmp strcasecmp str_contains str_starts_with str_ends_with nl2br wordwrap \
         htmlspecialchars htmlentities html_entity_decode strip_tags addslashes stripslashes \
         preg_match preg_match_all preg_replace preg_split preg_quote preg_grep mb_strlen mb_substr \
         mb_strtoupper mb_strtolower mb_strpos mb_convert_encoding iconv ctype_digit ctype_alpha \
         similar_text levenshtein soundex metaphone md5 sha1 crc32 hash hash_algos base64_encode \
         base64_decode bin2hex hex2bin urlencode urldecode rawurlencode rawurldecode http_build_query \
         parse_url parse_str uniqid random_int random_bytes rand mt_rand",
    ),
    bare(
        Php,
        "count sizeof array_keys array_values array_merge array_merge_recursive array_combine \
         array_flip array_slice array_splice array_sum array_product array_unique array_reverse \
         array_search array_key_exists array_key_first array_key_last array_column array_chunk \
         array_fill array_fill_keys array_pad array_diff array_diff_key array_intersect \
         array_intersect_key array_rand array_push array_pop array_shift array_unshift in_array \
         range compact extract sort rsort ksort krsort asort arsort usort uasort uksort shuffle \
         current key next reset end each list array iterator_to_array min max abs ceil floor round \
         sqrt pow intdiv fmod is_array is_string is_int is_numeric is_null is_bool is_float is_object \
         is_callable isset empty unset gettype get_debug_type intval floatval strval boolval settype \
         function_exists class_exists method_exists property_exists get_class get_object_vars \
         get_class_methods defined constant define spl_object_id spl_autoload_register",
    ),
    bare(
        Php,
        "date time mktime strtotime microtime hrtime date_default_timezone_set checkdate sleep usleep \
         file_get_contents file file_exists is_file is_dir is_readable is_writable is_link filesize \
         filemtime fileperms fgets fgetc fread feof fclose fseek rewind fgetcsv fscanf readfile glob \
         scandir opendir readdir closedir realpath basename dirname pathinfo getcwd tempnam tmpfile \
         sys_get_temp_dir mkdir disk_free_space phpversion php_uname php_sapi_name phpinfo \
         php_ini_loaded_file ini_get extension_loaded get_loaded_extensions getenv gethostname \
         getmypid memory_get_usage memory_get_peak_usage error_reporting ini_set set_error_handler \
         set_exception_handler trigger_error error_log exit die require require_once include \
         include_once function fn return if else elseif foreach for while do switch match case break \
         continue new class try catch finally throw use namespace static global yield clone \
         instanceof and or xor not curl_init curl_setopt curl_close curl_getinfo curl_error \
         filter_var version_compare php_ini_scanned_files gc_collect_cycles debug_zval_refcount \
         debug_print_backtrace simplexml_load_string simplexml_load_file libxml_use_internal_errors \
         stream_get_contents fwrite fputs fputcsv fprintf fflush touch token_get_all highlight_string opcache_get_status apcu_enabled",
    ),
    methods(
        Php,
        "format getTimestamp modify diff add sub getMessage getCode getTrace getTraceAsString getName \
         getMethods getProperties getParameters getDocComment getFileName count key current next rewind \
         valid toArray all get first last map filter each pluck where orderBy sortBy groupBy keys \
         values contains isEmpty isNotEmpty toJson fetch fetchAll fetchColumn rowCount bindValue \
         bindParam asXML children attributes xpath saveXML saveHTML loadXML loadHTML getElementsByTagName \
         getAttribute item exists find findOrFail take limit skip select has",
    ),
    modules(
        Php,
        "DateTime DateTimeImmutable DateInterval Carbon Str Arr Collection ReflectionClass \
         ReflectionFunction ReflectionMethod ArrayObject ArrayIterator SplObjectStorage Exception \
         RuntimeException InvalidArgumentException stdClass DOMDocument SimpleXMLElement Closure \
         Normalizer NumberFormatter Locale",
    ),
    bare(
        Lua,
        "print pairs ipairs next type tostring tonumber select unpack error assert pcall xpcall \
         setmetatable getmetatable rawget rawset rawequal rawlen collectgarbage require function if \
         then else elseif end for while do repeat until return local and or not in nil true false \
         break goto self",
    ),
    modules(Lua, "string table math utf8 coroutine bit bit32 cjson json inspect socket.url"),
    functions(Lua, "os", "time date clock getenv difftime tmpname exit setlocale"),
    functions(Lua, "io", "write read lines type stdout stderr stdin"),
    functions(
        Lua,
        "io.stdout io.stderr io.stdin stdout stderr stdin",
        "write read lines flush close setvbuf",
    ),
    functions(Lua, "debug", "traceback getinfo"),
    functions(Lua, "lfs", "attributes dir currentdir symlinkattributes mkdir"),
    methods(
        Lua,
        "read lines close seek write flush setvbuf format rep sub gsub gmatch match find byte len upper lower reverse",
    ),
    bare(
        R,
        "print cat paste paste0 sprintf format message c list vector numeric character logical integer \
         length nchar names colnames rownames dim nrow ncol seq seq_len seq_along rep rev sort order \
         unique table sum mean median sd var min max range quantile summary str head tail subset merge \
         apply sapply lapply vapply tapply mapply Map Filter Reduce ifelse which any all is.na \
         is.null is.numeric is.character as.numeric as.character as.integer as.logical as.Date \
         data.frame matrix array rbind cbind factor levels strsplit gsub sub grepl grep regmatches \
         regexpr gregexpr toupper tolower substr substring trimws round floor ceiling abs sqrt exp log \
         log10 sin cos tan set.seed rnorm runif sample library require suppressMessages \
         suppressWarnings requireNamespace packageVersion sessionInfo installed.packages function if \
         else for while repeat return invisible stop warning tryCatch try identity nlevels stopifnot",
    ),
    bare(
        R,
        "read.csv read.table readLines readRDS readline scan file.exists file.info list.files dir \
         basename dirname file.path normalizePath getwd Sys.time Sys.Date Sys.getenv Sys.info \
         commandArgs R.version.string version .libPaths options getOption exists get mget environment \
         lm glm predict coef residuals anova t.test cor chisq.test nls optim uniroot integrate outer \
         crossprod solve det diag eigen svd with within aggregate cut findInterval cumsum cumprod diff \
         scale sweep nls.control quit q interactive object.size class typeof mode inherits is.function \
         Recall match.arg match switch nargs missing on.exit Negate tabulate fromJSON toJSON read_csv \
         tibble filter select mutate summarise group_by arrange pull glimpse count n distinct",
    ),
    bare(
        Julia,
        "println print printstyled show display string parse length size sum maximum minimum prod map \
         filter reduce foldl foldr zip enumerate collect sort sort! push! pop! append! first last \
         keys values haskey get rand randn zeros ones fill range round floor ceil abs sqrt exp log sin \
         cos versioninfo readline readlines read eachline isfile isdir readdir joinpath basename \
         dirname pwd homedir typeof isa in any all count unique reverse split join strip replace \
         occursin startswith endswith lowercase uppercase Int Float64 String Dict Set Vector Matrix \
         if else elseif for while function end begin return using import let do try catch finally \
         struct module const global local true false nothing",
    ),
    modules(
        Julia,
        "Base.Threads LinearAlgebra Statistics Random Dates Printf InteractiveUtils JSON Sys",
    ),
    bare(
        Elixir,
        "if else unless case cond do end fn def defmodule defp use import alias require for with when \
         and or not in true false nil is_nil is_list is_map is_binary is_integer length hd tl inspect \
         to_string elem map_size tuple_size rem div abs round trunc raise throw try rescue catch after \
         receive i h v dbg",
    ),
    modules(
        Elixir,
        "IO Enum Map List String Integer Float Keyword Tuple MapSet Stream Regex Date Time DateTime \
         NaiveDateTime Kernel Jason Base URI Inspect Range Version Access Atom Bitwise Function Logger",
    ),
    functions(Elixir, "File", "read exists? dir? ls stat cwd stream regular? mkdir mkdir_p"),
    functions(
        Elixir,
        "System",
        "version otp_release get_env argv halt schedulers_online monotonic_time os_time",
    ),
    functions(
        Elixir,
        "Path",
        "join basename dirname expand extname wildcard absname relative_to split",
    ),
    functions(Elixir, "Process", "sleep"),
    functions(Elixir, "Application", "get_env fetch_env spec started_applications"),
    bare(
        Groovy,
        "println print printf sprintf def if else for while in return new assert import class try catch \
         finally switch case true false null File URL Date JsonSlurper XmlSlurper",
    ),
    methods(
        Groovy,
        "each collect find findAll join size toString text readLines eachLine split trim toInteger \
         toUpperCase toLowerCase parse parseText exists isFile isDirectory listFiles eachFile format \
         sort unique sum max min inject any every contains get put keySet values length println getText \
         now plus minus",
    ),
    modules(Groovy, "Math System.out System JsonOutput Integer String LocalDate"),
];
