//! Members of .NET that read or compute something. What is not listed here may do anything.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::facts::words::{Words, words};

/// Too many words to be compared one by one.
type Set = FxHashSet<&'static str>;

fn set(list: &'static str) -> Set {
    list.split(' ').collect()
}

/// Methods of objects, by their names in lower case.
static METHODS: LazyLock<Set> = LazyLock::new(|| {
    set("\
    substring trim trimstart trimend split replace insert remove padleft padright normalize \
    startswith endswith contains containskey containsvalue equals compareto compare indexof \
    lastindexof indexofany tolower toupper tostring toarray tolist tochararray toint32 toint64 \
    todouble tolocaltime touniversaltime tofiletime toshortdatestring tolongdatestring \
    toshorttimestring tolowerinvariant toupperinvariant tohashtable tounixtimeseconds \
    tounixtimemilliseconds todatetime toboolean tobase64string \
    gettype gethashcode getenumerator getvalue getvalues getlength getupperbound getlowerbound \
    getmethod getmethods getproperty getproperties getfield getfields getmember getmembers \
    getname getnames getfullpath getfiles getdirectories getfilesysteminfos getaccesscontrol \
    getowner getbytes getstring getchars getnewclosure getbytecount getcharcount getitem \
    getawaiter getresult getattribute getattributenode getelementsbytagname getelementbyid \
    getsection getservice getsubkeynames getvaluenames getvaluekind getrelated getparent \
    getrange gethostentry gethostname getcustomattributes getconstructors getgenericarguments \
    getinterface getinterfaces getassembly getassemblies getexportedtypes getreferencedassemblies \
    getcommand getcommands getcmdlet getvariable getvariablevalue getunresolvedproviderpathfrompspath \
    getresolvedpspathfromproviderpath getresolvedproviderpathfrompspath getdnsname getmodules \
    getasync getheadervalues getdayofmonth getdaysinmonth \
    enumeratefiles enumeratedirectories enumeratefilesysteminfos enumeratearray enumerateobject \
    add addrange addfirst addlast adddays addhours addminutes addseconds addmonths addyears \
    addmilliseconds addticks subtract append appendline appendformat appendchild insertbefore \
    insertafter prependchild importnode createelement createattribute createtextnode \
    createcdatasection createcomment createnode createnavigator createxmldeclaration \
    selectnodes selectsinglenode setattribute load loadxml loadhtml parse tryparse tryparseexact \
    parseexact trygetvalue exists find findall findindex first last single any all count sum \
    average min max distinct union intersect except concat skip take sort reverse clone copyto \
    select wherequery orderby orderbydescending groupby zip aggregate cast oftype binarysearch \
    push pop peek enqueue dequeue trydequeue trypop tryadd trytake asreadonly \
    match matches ismatch isnullorempty isinrole issubclassof isassignablefrom isinstanceoftype \
    isdefined hasvalue hasflag haschildnodes \
    read readline readtoend readtoendasync readblock readbyte readbytes readint32 readint64 \
    readstring readkey readasstringasync readasbytearrayasync readchar readuint32 \
    opensubkey openread opentext openbasekey seek flush close dispose wait waitone waitforexit \
    join beginread endread next nextdouble nextbytes nextmatch round abs ceiling floor \
    computehash transformfinalblock createencryptor createdecryptor computehashasync \
    evaluatexpath validate write writeline writelines writestring \
    downloadstringcompleted refresh tick elapsed invokeverbs \
    combine makerelativeuri escapedatastring unescapedatastring \
    getmd5hash tohexstring fromhexstring frombase64string tooadate fromoadate \
    writestartelement writeendelement writeelementstring writestartdocument writeenddocument \
    writeattributestring startnew expandenvironmentstrings \
    getspecialfolder namespace parsename items windows popup show showdialog getfolder getfile \
    fileexists folderexists driveexists getbasename getextensionname getparentfoldername buildpath \
    getnetworkcredential addargument addparameter item createshortcut getdrive getabsolutepathname \
    getfilename getversion")
});

/// Types of which every member computes, without `System.` and in lower case.
static TYPES: LazyLock<Set> = LazyLock::new(|| {
    set("\
    math string char int int16 int32 int64 uint uint16 uint32 uint64 long ulong short ushort byte \
    sbyte double single float decimal bool boolean bigint numerics.biginteger numerics.vector3 \
    datetime datetimeoffset timespan dateonly timeonly timezoneinfo guid convert bitconverter uri \
    uribuilder version semver regex text.regularexpressions.regex text.encoding text.utf8encoding \
    text.asciiencoding text.unicodeencoding text.stringbuilder text.rune stringbuilder io.path enum \
    object array linq.enumerable random hashtable ordered pscustomobject psobject xml xml.xmldocument \
    xml.linq.xdocument xml.linq.xelement xml.xmlconvert console gc environment nullable tuple \
    stringcomparer stringcomparison diagnostics.stopwatch stopwatch globalization.cultureinfo \
    cultureinfo threading.thread threading.cancellationtokensource threading.interlocked \
    net.webutility net.dns net.ipaddress ipaddress net.networkcredential net.mail.mailaddress \
    net.networkinformation.ping net.networkinformation.networkinterface net.cookiecontainer \
    net.networkinformation.ipglobalproperties web.httputility text.json.jsonserializer \
    text.json.jsondocument text.json.nodes.jsonnode security.principal.windowsidentity \
    security.principal.windowsprincipal security.principal.securityidentifier \
    security.principal.ntaccount security.cryptography.sha256 security.cryptography.sha1 \
    security.cryptography.sha512 security.cryptography.md5 security.cryptography.sha384 \
    security.cryptography.hashalgorithm security.cryptography.randomnumbergenerator \
    security.cryptography.rngcryptoserviceprovider security.cryptography.aes \
    security.cryptography.hmacsha256 security.cryptography.sha256managed \
    security.cryptography.md5cryptoserviceprovider security.cryptography.rsa \
    security.cryptography.protecteddata security.securestring securestring \
    security.cryptography.x509certificates.x509certificate2 \
    runtime.interopservices.marshal runtime.interopservices.runtimeinformation \
    runtime.interopservices.osplatform io.stringreader io.stringwriter io.memorystream io.streamreader \
    io.binaryreader io.fileinfo io.directoryinfo io.driveinfo fileinfo \
    management.automation.language.parser management.automation.psparser \
    management.automation.psobject management.automation.wildcardpattern \
    management.automation.semanticversion management.automation.pscredential pscredential \
    management.automation.errorrecord management.automation.language.token \
    management.automation.host.choicedescription management.automation.commandorigin \
    management.automation.psstyle windows.forms.messagebox windows.forms.form \
    windows.forms.button windows.forms.label windows.forms.textbox windows.forms.screen \
    windows.forms.cursor windows.forms.folderbrowserdialog windows.forms.openfiledialog \
    windows.messagebox drawing.size drawing.point drawing.font drawing.color drawing.bitmap \
    drawing.image drawing.rectangle drawing.graphics reflection.bindingflags \
    diagnostics.processstartinfo diagnostics.fileversioninfo diagnostics.process diagnostics.eventlogentry \
    net.webclient net.http.httpclient net.http.httpclienthandler net.http.stringcontent \
    net.http.httprequestmessage net.webrequest net.httpwebrequest net.servicepointmanager \
    net.sockets.tcpclient net.sockets.udpclient wmisearcher management.managementobjectsearcher \
    directoryservices.directorysearcher directoryservices.directoryentry adsisearcher \
    data.datatable data.dataset data.sqlclient.sqlconnection data.sqlclient.sqlconnectionstringbuilder \
    microsoft.win32.registry microsoft.win32.registrykey componentmodel.win32exception \
    exception argumentexception invalidoperationexception notimplementedexception \
    io.filenotfoundexception timers.timer eventargs")
});

/// What members of other types of .NET begin with that look at something.
const LOOKS: &[&str] = &["get", "is", "exists", "read", "parse", "tryparse", "enumerate", "has"];

/// How the names of types begin that .NET itself brings.
const NAMESPACES: &[&str] = &[
    "io.",
    "net.",
    "diagnostics.",
    "security.",
    "reflection.",
    "management.",
    "microsoft.",
    "windows.",
    "text.",
    "runtime.",
    "globalization.",
    "threading.",
    "web.",
    "xml.",
    "data.",
    "collections.",
    "componentmodel.",
    "configuration.",
    "serviceprocess.",
    "directoryservices.",
    "appdomain",
    "type",
    "environment",
    "drawing.",
    "buffers.",
    "linq.",
    "media.",
    "printing.",
    "numerics.",
    "resources.",
    "timers.",
    "transactions.",
    "valuetuple",
    "lazy",
    "delegate",
];

/// Members that begin like a look and are none.
const DECEPTIVE: Words = words(
    "getresponse getresponseasync getrequeststream getsteppablepipeline getdelegateforfunctionpointer \
     gettempfilename getactiveobject",
);

/// Whether a method of that name reads or computes, whatever it is called on.
pub(super) fn is_method(name: &str) -> bool {
    METHODS.contains(name)
}

/// Whether a static member, or a constructor, reads or computes.
pub(in crate::facts::programs) fn is_static(kind: &str, member: &str) -> bool {
    if DECEPTIVE.has(member) {
        return false;
    }
    let plain = kind.split(['[', '`', ',']).next().unwrap_or(kind);
    if TYPES.contains(plain) || plain.starts_with("collections.") {
        return !matches!(
            (plain, member),
            ("diagnostics.process", "start" | "enterdebugmode")
                | ("array", "foreach")
                | ("threading.thread", "new")
                | ("microsoft.win32.registry", "setvalue" | "deletevalue")
        );
    }
    if matches!((plain, member), ("io.file", "openread" | "opentext")) {
        return true;
    }
    let is_known = NAMESPACES.iter().any(|start| plain.starts_with(start));
    let looks = LOOKS.iter().any(|start| member.starts_with(start));
    is_known && (looks || member == "new" && !writes_when_made(plain))
}

/// Whether what is called on an object of that type stays in memory.
pub(super) fn is_in_memory(kind: &str) -> bool {
    let plain = kind.split(['[', '`', ',']).next().unwrap_or(kind);
    plain.starts_with("collections.")
        || words!(
            "hashtable ordered array text.stringbuilder stringbuilder diagnostics.stopwatch stopwatch \
             io.memorystream io.stringreader io.stringwriter data.datatable data.dataset random \
             timespan datetime uri version guid net.cookiecontainer regex \
             threading.cancellationtokensource uribuilder text.utf8encoding"
        )
        .has(plain)
}

/// Types whose objects write a file, or start something, merely by being made.
fn writes_when_made(kind: &str) -> bool {
    kind.ends_with("writer")
        || kind.ends_with("stream")
        || kind.ends_with("listener")
        || kind.ends_with("service")
        || kind.contains("thread")
}

/// Members of the objects in a pipeline that do something: `Get-Service | % Stop`.
pub(super) fn is_deed(member: &str) -> bool {
    const DEEDS: &[&str] = &[
        "delete",
        "remove",
        "stop",
        "kill",
        "start",
        "restart",
        "terminate",
        "uninstall",
        "clear",
        "format",
        "shutdown",
        "reboot",
        "disable",
        "enable",
        "change",
        "move",
        "copyto",
        "create",
        "encrypt",
        "decrypt",
        "save",
        "invoke",
        "run",
        "exec",
        "reset",
        "unregister",
        "dismount",
        "pause",
        "suspend",
        "resume",
        "close",
        "dispose",
        "openwrite",
        "appendtext",
        "setvalue",
        "setaccess",
        "setlength",
        "write",
        "flush",
        "replace",
        "put",
        "rename",
        "install",
    ];
    DEEDS.iter().any(|deed| {
        member.strip_prefix(deed).is_some_and(|rest| {
            rest.is_empty()
                || matches!(
                    rest,
                    "to" | "tree"
                        | "service"
                        | "file"
                        | "startmode"
                        | "directory"
                        | "subkey"
                        | "subkeytree"
                        | "control"
                        | "text"
                        | "self"
                )
        })
    })
}
