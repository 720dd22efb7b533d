/// Words of many scripts, mostly names of days, greetings and names of languages, written by hand.
enum ScriptWords {
    /// Scripts of which terminals agree: each character takes the cells of its scalars.
    static let agreed = [
        "Latin": "Wednesday Grüße Çáva Vietnamese: Chủ nhật Tiếng Việt e\u{301}le\u{300}ve",
        "Greek": "Δευτέρα καλημέρα ἀρχή", "Cyrillic": "понедельник здравствуй Ѣ҃ Української",
        "Armenian": "երկուշաբթի բարև",
        "Georgian": "ორშაბათი გამარჯობა", "Hebrew": "יוֹם רִאשׁוֹן שָׁלוֹם", "Arabic": "الأحد مَرْحَبًا السلام",
        "Syriac": "ܚܕܒܫܒܐ ܫܠܡܐ",
        "Thaana": "އާދިއްތަ", "N'Ko": "ߞߊ߬ߙߌ߬", "Samaritan": "ࠔࠌࠓࠉࠌ", "Thai": "วันอาทิตย์ สวัสดี น้ำใจ กำลัง ทำ",
        "Lao": "ວັນອາທິດ ສະບາຍດີ ຄຳ ນ້ຳ",
        "Tibetan": "གཟའ་ཉི་མ བཀྲ་ཤིས", "Ethiopic": "እሑድ ሰላም", "Cherokee": "ᎤᎾᏙᏓᏆᏍᎬ ᎣᏏᏲ", "Canadian": "ᓴᓐᑎ ᐊᐃ",
        "Ogham": "ᚁᚂᚃᚄ", "Runic": "ᚠᚢᚦᚨᚱᚲ",
        "Mongolian": "ᠮᠣᠩᠭᠣᠯ", "Hiragana": "にちようび こんにちは か\u{3099}", "Katakana": "ニチヨウビ", "Half width": "ﾆﾁﾖｳﾋﾞ ｶﾞｷﾞｸﾞ ﾊﾟﾋﾟ",
        "Han": "星期日 你好 漢字", "Hangul": "일요일 안녕하세요", "Jamo": "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}",
        "Bopomofo": "ㄒㄧㄥ",
        "Yi": "ꆈꌠꁱꂷ", "Lisu": "ꓡꓲꓢꓴ", "Vai": "ꕙꔤ", "Bamum": "ꚠꚡ", "Tifinagh": "ⴰⵙⴰⵎⴰⵙ ⴰⵣⵓⵍ", "Glagolitic": "ⰳⰾⰰⰳⱁⰾⰹⱌⰰ",
        "Coptic": "ⲧⲕⲩⲣⲓⲁⲕⲏ",
        "Gothic": "𐌲𐌿𐍄𐌰", "Deseret": "𐐔𐐯𐑅𐐨𐑉𐐯𐐻", "Osmanya": "𐒋𐒘𐒈", "Adlam": "𞤀𞤣𞤤𞤢𞤥", "Hanifi": "𐴀𐴞𐴕", "Cuneiform": "𒀭𒂗𒆤",
        "Egyptian": "𓀀𓂋𓏏",
        "Miao": "𖼀𖽑", "Hanunoo": "ᜱᜨᜳᜨᜳᜢ", "Tagalog": "ᜆᜄᜎᜓ", "Ol Chiki": "ᱥᱟᱱᱛᱟᱲᱤ", "New Tai Lue": "ᦟᦹᧉ", "Tai Le": "ᥖᥭᥰ",
        "Pahawh": "𖬖𖬰𖬝𖬵",
        "Burmese": "တနင်္ဂနွေ စာ ကား မင်္ဂလာပါ", "Symbols": "→ ─│░ ½ € ☃ ⌘ ①",
    ]
    /// Scripts whose letters some terminals join into one cell, and emoji.
    static let disputed = [
        "Devanagari": "रविवार नमस्ते क्ष त्र ज्ञ श्री हिन्दी लक्ष्म्य", "Bengali": "রবিবার নমস্কার ক্ষ বাংলা", "Gurmukhi": "ਐਤਵਾਰ ਸਤ ਸ੍ਰੀ ਅਕਾਲ ਪੰਜਾਬੀ",
        "Gujarati": "રવિવાર નમસ્તે ગુજરાતી ક્ષ", "Oriya": "ରବିବାର ନମସ୍କାର ଓଡ଼ିଆ", "Tamil": "ஞாயிறு வணக்கம் தமிழ் க்ஷ ஸ்ரீ கொடு",
        "Telugu": "ఆదివారం నమస్కారం తెలుగు క్ష",
        "Kannada": "ಭಾನುವಾರ ನಮಸ್ಕಾರ ಕನ್ನಡ ಕ್ಷ", "Malayalam": "ഞായറാഴ്ച നമസ്കാരം മലയാളം ന്ത്ര്യ", "Sinhala": "ඉරිදා ආයුබෝවන් සිංහල ශ්‍රී",
        "Khmer": "ថ្ងៃអាទិត្យ សួស្តី ខ្ញុំ",
        "Shan": "ၵႃႈ မႂ်ႇသုင်", "Javanese": "ꦲꦏ꧀ꦱꦫ ꦗꦮ", "Balinese": "ᬅᬓ᭄ᬱᬭ ᬩᬮᬶ", "Sundanese": "ᮞᮥᮔ᮪ᮓ", "Cham": "ꨌꩌ ꨀꨇꩉ",
        "Tai Tham": "ᨲᩫ᩠ᩅᨾᩮᩬᩥᨦ",
        "Lepcha": "ᰛᰩᰴ", "Limbu": "ᤕᤠᤰᤌᤢᤱ", "Meetei": "ꯃꯤꯇꯩ", "Saurashtra": "ꢱꣃꢬꢵꢯ꣄ꢡ꣄ꢬꢵ", "Syloti": "ꠍꠤꠟꠐꠤ", "Batak": "ᯅᯖᯂ᯲",
        "Buginese": "ᨅᨔ ᨕᨘᨁᨗ", "Brahmi": "𑀩𑁆𑀭𑀸𑀳𑁆𑀫𑀻",
        "Grantha": "𑌗𑍍𑌰𑌨𑍍𑌥", "Chakma": "𑄌𑄋𑄴𑄟𑄳𑄦", "Sharada": "𑆯𑆳𑆫𑆢𑆳", "Takri": "𑚔𑚭𑚊𑚤𑚯", "Newa": "𑐣𑐾𑐥𑐵𑐮", "Emoji": "👨‍👩‍👧 👍🏽 🇩🇪 ❤️ 1️⃣ 🏳️‍🌈 😀",
        "Old Hangul": "\u{1100}\u{1100}\u{1161} 가\u{302e}", "Prepended": "\u{600}12 \u{6dd}3",
    ]
}
