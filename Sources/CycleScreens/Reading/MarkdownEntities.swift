/// The names of characters in Markdown, those of HTML: `&eacute;` is an é.
enum MarkdownEntities {
    /// The characters by their names. The table is read once, when a text has a name for the first time.
    static let texts: [String: String] = {
        var texts: [String: String] = [:]
        var name: Substring?
        // By bytes: some of the characters would join the blank before them.
        for word in names.utf8.split(separator: 0x20) {
            if let key = name {
                (texts[String(key)], name) = (String(Substring(word)), nil)
            } else {
                name = Substring(word)
            }
        }
        return texts
    }()

    private static let names = """
        AElig Æ AMP & Aacute Á Abreve Ă Acirc Â Acy А Afr \u{1d504} Agrave À Alpha Α Amacr Ā And ⩓ Aogon Ą \
        Aopf \u{1d538} ApplyFunction \u{2061} Aring Å Ascr \u{1d49c} Assign ≔ Atilde Ã Auml Ä Backslash ∖ Barv ⫧ \
        Barwed ⌆ Bcy Б Because ∵ Bernoullis ℬ Beta Β Bfr \u{1d505} Bopf \u{1d539} Breve \u{2d8} Bscr ℬ Bumpeq ≎ CHcy Ч \
        COPY © Cacute Ć Cap ⋒ CapitalDifferentialD ⅅ Cayleys ℭ Ccaron Č Ccedil Ç Ccirc Ĉ Cconint ∰ Cdot Ċ \
        Cedilla \u{b8} CenterDot · Cfr ℭ Chi Χ CircleDot ⊙ CircleMinus ⊖ CirclePlus ⊕ CircleTimes ⊗ \
        ClockwiseContourIntegral ∲ CloseCurlyDoubleQuote ” CloseCurlyQuote ’ Colon ∷ Colone ⩴ Congruent ≡ Conint ∯ \
        ContourIntegral ∮ Copf ℂ Coproduct ∐ CounterClockwiseContourIntegral ∳ Cross ⨯ Cscr \u{1d49e} Cup ⋓ CupCap ≍ \
        DD ⅅ DDotrahd ⤑ DJcy Ђ DScy Ѕ DZcy Џ Dagger ‡ Darr ↡ Dashv ⫤ Dcaron Ď Dcy Д Del ∇ Delta Δ Dfr \u{1d507} \
        DiacriticalAcute \u{b4} DiacriticalDot \u{2d9} DiacriticalDoubleAcute \u{2dd} DiacriticalGrave \u{60} \
        DiacriticalTilde \u{2dc} Diamond ⋄ DifferentialD ⅆ Dopf \u{1d53b} Dot \u{a8} DotDot \u{20dc} DotEqual ≐ \
        DoubleContourIntegral ∯ DoubleDot \u{a8} DoubleDownArrow ⇓ DoubleLeftArrow ⇐ DoubleLeftRightArrow ⇔ \
        DoubleLeftTee ⫤ DoubleLongLeftArrow ⟸ DoubleLongLeftRightArrow ⟺ DoubleLongRightArrow ⟹ DoubleRightArrow ⇒ \
        DoubleRightTee ⊨ DoubleUpArrow ⇑ DoubleUpDownArrow ⇕ DoubleVerticalBar ∥ DownArrow ↓ DownArrowBar ⤓ \
        DownArrowUpArrow ⇵ DownBreve \u{311} DownLeftRightVector ⥐ DownLeftTeeVector ⥞ DownLeftVector ↽ \
        DownLeftVectorBar ⥖ DownRightTeeVector ⥟ DownRightVector ⇁ DownRightVectorBar ⥗ DownTee ⊤ DownTeeArrow ↧ \
        Downarrow ⇓ Dscr \u{1d49f} Dstrok Đ ENG Ŋ ETH Ð Eacute É Ecaron Ě Ecirc Ê Ecy Э Edot Ė Efr \u{1d508} Egrave È \
        Element ∈ Emacr Ē EmptySmallSquare ◻ EmptyVerySmallSquare ▫ Eogon Ę Eopf \u{1d53c} Epsilon Ε Equal ⩵ \
        EqualTilde ≂ Equilibrium ⇌ Escr ℰ Esim ⩳ Eta Η Euml Ë Exists ∃ ExponentialE ⅇ Fcy Ф Ffr \u{1d509} \
        FilledSmallSquare ◼ FilledVerySmallSquare ▪ Fopf \u{1d53d} ForAll ∀ Fouriertrf ℱ Fscr ℱ GJcy Ѓ GT > Gamma Γ \
        Gammad Ϝ Gbreve Ğ Gcedil Ģ Gcirc Ĝ Gcy Г Gdot Ġ Gfr \u{1d50a} Gg ⋙ Gopf \u{1d53e} GreaterEqual ≥ \
        GreaterEqualLess ⋛ GreaterFullEqual ≧ GreaterGreater ⪢ GreaterLess ≷ GreaterSlantEqual ⩾ GreaterTilde ≳ \
        Gscr \u{1d4a2} Gt ≫ HARDcy Ъ Hacek \u{2c7} Hat \u{5e} Hcirc Ĥ Hfr ℌ HilbertSpace ℋ Hopf ℍ HorizontalLine ─ \
        Hscr ℋ Hstrok Ħ HumpDownHump ≎ HumpEqual ≏ IEcy Е IJlig Ĳ IOcy Ё Iacute Í Icirc Î Icy И Idot İ Ifr ℑ Igrave Ì \
        Im ℑ Imacr Ī ImaginaryI ⅈ Implies ⇒ Int ∬ Integral ∫ Intersection ⋂ InvisibleComma \u{2063} \
        InvisibleTimes \u{2062} Iogon Į Iopf \u{1d540} Iota Ι Iscr ℐ Itilde Ĩ Iukcy І Iuml Ï Jcirc Ĵ Jcy Й \
        Jfr \u{1d50d} Jopf \u{1d541} Jscr \u{1d4a5} Jsercy Ј Jukcy Є KHcy Х KJcy Ќ Kappa Κ Kcedil Ķ Kcy К \
        Kfr \u{1d50e} Kopf \u{1d542} Kscr \u{1d4a6} LJcy Љ LT < Lacute Ĺ Lambda Λ Lang ⟪ Laplacetrf ℒ Larr ↞ Lcaron Ľ \
        Lcedil Ļ Lcy Л LeftAngleBracket ⟨ LeftArrow ← LeftArrowBar ⇤ LeftArrowRightArrow ⇆ LeftCeiling ⌈ \
        LeftDoubleBracket ⟦ LeftDownTeeVector ⥡ LeftDownVector ⇃ LeftDownVectorBar ⥙ LeftFloor ⌊ LeftRightArrow ↔ \
        LeftRightVector ⥎ LeftTee ⊣ LeftTeeArrow ↤ LeftTeeVector ⥚ LeftTriangle ⊲ LeftTriangleBar ⧏ \
        LeftTriangleEqual ⊴ LeftUpDownVector ⥑ LeftUpTeeVector ⥠ LeftUpVector ↿ LeftUpVectorBar ⥘ LeftVector ↼ \
        LeftVectorBar ⥒ Leftarrow ⇐ Leftrightarrow ⇔ LessEqualGreater ⋚ LessFullEqual ≦ LessGreater ≶ LessLess ⪡ \
        LessSlantEqual ⩽ LessTilde ≲ Lfr \u{1d50f} Ll ⋘ Lleftarrow ⇚ Lmidot Ŀ LongLeftArrow ⟵ LongLeftRightArrow ⟷ \
        LongRightArrow ⟶ Longleftarrow ⟸ Longleftrightarrow ⟺ Longrightarrow ⟹ Lopf \u{1d543} LowerLeftArrow ↙ \
        LowerRightArrow ↘ Lscr ℒ Lsh ↰ Lstrok Ł Lt ≪ Map ⤅ Mcy М MediumSpace \u{205f} Mellintrf ℳ Mfr \u{1d510} \
        MinusPlus ∓ Mopf \u{1d544} Mscr ℳ Mu Μ NJcy Њ Nacute Ń Ncaron Ň Ncedil Ņ Ncy Н NegativeMediumSpace \u{200b} \
        NegativeThickSpace \u{200b} NegativeThinSpace \u{200b} NegativeVeryThinSpace \u{200b} NestedGreaterGreater ≫ \
        NestedLessLess ≪ NewLine \u{a} Nfr \u{1d511} NoBreak \u{2060} NonBreakingSpace \u{a0} Nopf ℕ Not ⫬ \
        NotCongruent ≢ NotCupCap ≭ NotDoubleVerticalBar ∦ NotElement ∉ NotEqual ≠ NotEqualTilde ≂\u{338} NotExists ∄ \
        NotGreater ≯ NotGreaterEqual ≱ NotGreaterFullEqual ≧\u{338} NotGreaterGreater ≫\u{338} NotGreaterLess ≹ \
        NotGreaterSlantEqual ⩾\u{338} NotGreaterTilde ≵ NotHumpDownHump ≎\u{338} NotHumpEqual ≏\u{338} \
        NotLeftTriangle ⋪ NotLeftTriangleBar ⧏\u{338} NotLeftTriangleEqual ⋬ NotLess ≮ NotLessEqual ≰ NotLessGreater ≸ \
        NotLessLess ≪\u{338} NotLessSlantEqual ⩽\u{338} NotLessTilde ≴ NotNestedGreaterGreater ⪢\u{338} \
        NotNestedLessLess ⪡\u{338} NotPrecedes ⊀ NotPrecedesEqual ⪯\u{338} NotPrecedesSlantEqual ⋠ NotReverseElement ∌ \
        NotRightTriangle ⋫ NotRightTriangleBar ⧐\u{338} NotRightTriangleEqual ⋭ NotSquareSubset ⊏\u{338} \
        NotSquareSubsetEqual ⋢ NotSquareSuperset ⊐\u{338} NotSquareSupersetEqual ⋣ NotSubset ⊂\u{20d2} \
        NotSubsetEqual ⊈ NotSucceeds ⊁ NotSucceedsEqual ⪰\u{338} NotSucceedsSlantEqual ⋡ NotSucceedsTilde ≿\u{338} \
        NotSuperset ⊃\u{20d2} NotSupersetEqual ⊉ NotTilde ≁ NotTildeEqual ≄ NotTildeFullEqual ≇ NotTildeTilde ≉ \
        NotVerticalBar ∤ Nscr \u{1d4a9} Ntilde Ñ Nu Ν OElig Œ Oacute Ó Ocirc Ô Ocy О Odblac Ő Ofr \u{1d512} Ograve Ò \
        Omacr Ō Omega Ω Omicron Ο Oopf \u{1d546} OpenCurlyDoubleQuote “ OpenCurlyQuote ‘ Or ⩔ Oscr \u{1d4aa} Oslash Ø \
        Otilde Õ Otimes ⨷ Ouml Ö OverBar ‾ OverBrace ⏞ OverBracket ⎴ OverParenthesis ⏜ PartialD ∂ Pcy П Pfr \u{1d513} \
        Phi Φ Pi Π PlusMinus ± Poincareplane ℌ Popf ℙ Pr ⪻ Precedes ≺ PrecedesEqual ⪯ PrecedesSlantEqual ≼ \
        PrecedesTilde ≾ Prime ″ Product ∏ Proportion ∷ Proportional ∝ Pscr \u{1d4ab} Psi Ψ QUOT \u{22} Qfr \u{1d514} \
        Qopf ℚ Qscr \u{1d4ac} RBarr ⤐ REG ® Racute Ŕ Rang ⟫ Rarr ↠ Rarrtl ⤖ Rcaron Ř Rcedil Ŗ Rcy Р Re ℜ \
        ReverseElement ∋ ReverseEquilibrium ⇋ ReverseUpEquilibrium ⥯ Rfr ℜ Rho Ρ RightAngleBracket ⟩ RightArrow → \
        RightArrowBar ⇥ RightArrowLeftArrow ⇄ RightCeiling ⌉ RightDoubleBracket ⟧ RightDownTeeVector ⥝ \
        RightDownVector ⇂ RightDownVectorBar ⥕ RightFloor ⌋ RightTee ⊢ RightTeeArrow ↦ RightTeeVector ⥛ \
        RightTriangle ⊳ RightTriangleBar ⧐ RightTriangleEqual ⊵ RightUpDownVector ⥏ RightUpTeeVector ⥜ RightUpVector ↾ \
        RightUpVectorBar ⥔ RightVector ⇀ RightVectorBar ⥓ Rightarrow ⇒ Ropf ℝ RoundImplies ⥰ Rrightarrow ⇛ Rscr ℛ \
        Rsh ↱ RuleDelayed ⧴ SHCHcy Щ SHcy Ш SOFTcy Ь Sacute Ś Sc ⪼ Scaron Š Scedil Ş Scirc Ŝ Scy С Sfr \u{1d516} \
        ShortDownArrow ↓ ShortLeftArrow ← ShortRightArrow → ShortUpArrow ↑ Sigma Σ SmallCircle ∘ Sopf \u{1d54a} Sqrt √ \
        Square □ SquareIntersection ⊓ SquareSubset ⊏ SquareSubsetEqual ⊑ SquareSuperset ⊐ SquareSupersetEqual ⊒ \
        SquareUnion ⊔ Sscr \u{1d4ae} Star ⋆ Sub ⋐ Subset ⋐ SubsetEqual ⊆ Succeeds ≻ SucceedsEqual ⪰ \
        SucceedsSlantEqual ≽ SucceedsTilde ≿ SuchThat ∋ Sum ∑ Sup ⋑ Superset ⊃ SupersetEqual ⊇ Supset ⋑ THORN Þ \
        TRADE ™ TSHcy Ћ TScy Ц Tab \u{9} Tau Τ Tcaron Ť Tcedil Ţ Tcy Т Tfr \u{1d517} Therefore ∴ Theta Θ \
        ThickSpace \u{205f}\u{200a} ThinSpace \u{2009} Tilde ∼ TildeEqual ≃ TildeFullEqual ≅ TildeTilde ≈ \
        Topf \u{1d54b} TripleDot \u{20db} Tscr \u{1d4af} Tstrok Ŧ Uacute Ú Uarr ↟ Uarrocir ⥉ Ubrcy Ў Ubreve Ŭ Ucirc Û \
        Ucy У Udblac Ű Ufr \u{1d518} Ugrave Ù Umacr Ū UnderBar _ UnderBrace ⏟ UnderBracket ⎵ UnderParenthesis ⏝ \
        Union ⋃ UnionPlus ⊎ Uogon Ų Uopf \u{1d54c} UpArrow ↑ UpArrowBar ⤒ UpArrowDownArrow ⇅ UpDownArrow ↕ \
        UpEquilibrium ⥮ UpTee ⊥ UpTeeArrow ↥ Uparrow ⇑ Updownarrow ⇕ UpperLeftArrow ↖ UpperRightArrow ↗ Upsi ϒ \
        Upsilon Υ Uring Ů Uscr \u{1d4b0} Utilde Ũ Uuml Ü VDash ⊫ Vbar ⫫ Vcy В Vdash ⊩ Vdashl ⫦ Vee ⋁ Verbar ‖ Vert ‖ \
        VerticalBar ∣ VerticalLine | VerticalSeparator ❘ VerticalTilde ≀ VeryThinSpace \u{200a} Vfr \u{1d519} \
        Vopf \u{1d54d} Vscr \u{1d4b1} Vvdash ⊪ Wcirc Ŵ Wedge ⋀ Wfr \u{1d51a} Wopf \u{1d54e} Wscr \u{1d4b2} \
        Xfr \u{1d51b} Xi Ξ Xopf \u{1d54f} Xscr \u{1d4b3} YAcy Я YIcy Ї YUcy Ю Yacute Ý Ycirc Ŷ Ycy Ы Yfr \u{1d51c} \
        Yopf \u{1d550} Yscr \u{1d4b4} Yuml Ÿ ZHcy Ж Zacute Ź Zcaron Ž Zcy З Zdot Ż ZeroWidthSpace \u{200b} Zeta Ζ \
        Zfr ℨ Zopf ℤ Zscr \u{1d4b5} aacute á abreve ă ac ∾ acE ∾\u{333} acd ∿ acirc â acute \u{b4} acy а aelig æ \
        af \u{2061} afr \u{1d51e} agrave à alefsym ℵ aleph ℵ alpha α amacr ā amalg ⨿ amp & and ∧ andand ⩕ andd ⩜ \
        andslope ⩘ andv ⩚ ang ∠ ange ⦤ angle ∠ angmsd ∡ angmsdaa ⦨ angmsdab ⦩ angmsdac ⦪ angmsdad ⦫ angmsdae ⦬ \
        angmsdaf ⦭ angmsdag ⦮ angmsdah ⦯ angrt ∟ angrtvb ⊾ angrtvbd ⦝ angsph ∢ angst Å angzarr ⍼ aogon ą \
        aopf \u{1d552} ap ≈ apE ⩰ apacir ⩯ ape ≊ apid ≋ apos ' approx ≈ approxeq ≊ aring å ascr \u{1d4b6} ast * \
        asymp ≈ asympeq ≍ atilde ã auml ä awconint ∳ awint ⨑ bNot ⫭ backcong ≌ backepsilon ϶ backprime ‵ backsim ∽ \
        backsimeq ⋍ barvee ⊽ barwed ⌅ barwedge ⌅ bbrk ⎵ bbrktbrk ⎶ bcong ≌ bcy б bdquo „ becaus ∵ because ∵ bemptyv ⦰ \
        bepsi ϶ bernou ℬ beta β beth ℶ between ≬ bfr \u{1d51f} bigcap ⋂ bigcirc ◯ bigcup ⋃ bigodot ⨀ bigoplus ⨁ \
        bigotimes ⨂ bigsqcup ⨆ bigstar ★ bigtriangledown ▽ bigtriangleup △ biguplus ⨄ bigvee ⋁ bigwedge ⋀ bkarow ⤍ \
        blacklozenge ⧫ blacksquare ▪ blacktriangle ▴ blacktriangledown ▾ blacktriangleleft ◂ blacktriangleright ▸ \
        blank ␣ blk12 ▒ blk14 ░ blk34 ▓ block █ bne =\u{20e5} bnequiv ≡\u{20e5} bnot ⌐ bopf \u{1d553} bot ⊥ bottom ⊥ \
        bowtie ⋈ boxDL ╗ boxDR ╔ boxDl ╖ boxDr ╓ boxH ═ boxHD ╦ boxHU ╩ boxHd ╤ boxHu ╧ boxUL ╝ boxUR ╚ boxUl ╜ \
        boxUr ╙ boxV ║ boxVH ╬ boxVL ╣ boxVR ╠ boxVh ╫ boxVl ╢ boxVr ╟ boxbox ⧉ boxdL ╕ boxdR ╒ boxdl ┐ boxdr ┌ boxh ─ \
        boxhD ╥ boxhU ╨ boxhd ┬ boxhu ┴ boxminus ⊟ boxplus ⊞ boxtimes ⊠ boxuL ╛ boxuR ╘ boxul ┘ boxur └ boxv │ boxvH ╪ \
        boxvL ╡ boxvR ╞ boxvh ┼ boxvl ┤ boxvr ├ bprime ‵ breve \u{2d8} brvbar ¦ bscr \u{1d4b7} bsemi ⁏ bsim ∽ bsime ⋍ \
        bsol \u{5c} bsolb ⧅ bsolhsub ⟈ bull • bullet • bump ≎ bumpE ⪮ bumpe ≏ bumpeq ≏ cacute ć cap ∩ capand ⩄ \
        capbrcup ⩉ capcap ⩋ capcup ⩇ capdot ⩀ caps ∩\u{fe00} caret ⁁ caron \u{2c7} ccaps ⩍ ccaron č ccedil ç ccirc ĉ \
        ccups ⩌ ccupssm ⩐ cdot ċ cedil \u{b8} cemptyv ⦲ cent ¢ centerdot · cfr \u{1d520} chcy ч check ✓ checkmark ✓ \
        chi χ cir ○ cirE ⧃ circ \u{2c6} circeq ≗ circlearrowleft ↺ circlearrowright ↻ circledR ® circledS Ⓢ \
        circledast ⊛ circledcirc ⊚ circleddash ⊝ cire ≗ cirfnint ⨐ cirmid ⫯ cirscir ⧂ clubs ♣ clubsuit ♣ colon : \
        colone ≔ coloneq ≔ comma , commat @ comp ∁ compfn ∘ complement ∁ complexes ℂ cong ≅ congdot ⩭ conint ∮ \
        copf \u{1d554} coprod ∐ copy © copysr ℗ crarr ↵ cross ✗ cscr \u{1d4b8} csub ⫏ csube ⫑ csup ⫐ csupe ⫒ ctdot ⋯ \
        cudarrl ⤸ cudarrr ⤵ cuepr ⋞ cuesc ⋟ cularr ↶ cularrp ⤽ cup ∪ cupbrcap ⩈ cupcap ⩆ cupcup ⩊ cupdot ⊍ cupor ⩅ \
        cups ∪\u{fe00} curarr ↷ curarrm ⤼ curlyeqprec ⋞ curlyeqsucc ⋟ curlyvee ⋎ curlywedge ⋏ curren ¤ \
        curvearrowleft ↶ curvearrowright ↷ cuvee ⋎ cuwed ⋏ cwconint ∲ cwint ∱ cylcty ⌭ dArr ⇓ dHar ⥥ dagger † daleth ℸ \
        darr ↓ dash ‐ dashv ⊣ dbkarow ⤏ dblac \u{2dd} dcaron ď dcy д dd ⅆ ddagger ‡ ddarr ⇊ ddotseq ⩷ deg ° delta δ \
        demptyv ⦱ dfisht ⥿ dfr \u{1d521} dharl ⇃ dharr ⇂ diam ⋄ diamond ⋄ diamondsuit ♦ diams ♦ die \u{a8} digamma ϝ \
        disin ⋲ div ÷ divide ÷ divideontimes ⋇ divonx ⋇ djcy ђ dlcorn ⌞ dlcrop ⌍ dollar $ dopf \u{1d555} dot \u{2d9} \
        doteq ≐ doteqdot ≑ dotminus ∸ dotplus ∔ dotsquare ⊡ doublebarwedge ⌆ downarrow ↓ downdownarrows ⇊ \
        downharpoonleft ⇃ downharpoonright ⇂ drbkarow ⤐ drcorn ⌟ drcrop ⌌ dscr \u{1d4b9} dscy ѕ dsol ⧶ dstrok đ \
        dtdot ⋱ dtri ▿ dtrif ▾ duarr ⇵ duhar ⥯ dwangle ⦦ dzcy џ dzigrarr ⟿ eDDot ⩷ eDot ≑ eacute é easter ⩮ ecaron ě \
        ecir ≖ ecirc ê ecolon ≕ ecy э edot ė ee ⅇ efDot ≒ efr \u{1d522} eg ⪚ egrave è egs ⪖ egsdot ⪘ el ⪙ elinters ⏧ \
        ell ℓ els ⪕ elsdot ⪗ emacr ē empty ∅ emptyset ∅ emptyv ∅ emsp \u{2003} emsp13 \u{2004} emsp14 \u{2005} eng ŋ \
        ensp \u{2002} eogon ę eopf \u{1d556} epar ⋕ eparsl ⧣ eplus ⩱ epsi ε epsilon ε epsiv ϵ eqcirc ≖ eqcolon ≕ \
        eqsim ≂ eqslantgtr ⪖ eqslantless ⪕ equals = equest ≟ equiv ≡ equivDD ⩸ eqvparsl ⧥ erDot ≓ erarr ⥱ escr ℯ \
        esdot ≐ esim ≂ eta η eth ð euml ë euro € excl ! exist ∃ expectation ℰ exponentiale ⅇ fallingdotseq ≒ fcy ф \
        female ♀ ffilig ﬃ fflig ﬀ ffllig ﬄ ffr \u{1d523} filig ﬁ fjlig fj flat ♭ fllig ﬂ fltns ▱ fnof ƒ fopf \u{1d557} \
        forall ∀ fork ⋔ forkv ⫙ fpartint ⨍ frac12 ½ frac13 ⅓ frac14 ¼ frac15 ⅕ frac16 ⅙ frac18 ⅛ frac23 ⅔ frac25 ⅖ \
        frac34 ¾ frac35 ⅗ frac38 ⅜ frac45 ⅘ frac56 ⅚ frac58 ⅝ frac78 ⅞ frasl ⁄ frown ⌢ fscr \u{1d4bb} gE ≧ gEl ⪌ \
        gacute ǵ gamma γ gammad ϝ gap ⪆ gbreve ğ gcirc ĝ gcy г gdot ġ ge ≥ gel ⋛ geq ≥ geqq ≧ geqslant ⩾ ges ⩾ gescc ⪩ \
        gesdot ⪀ gesdoto ⪂ gesdotol ⪄ gesl ⋛\u{fe00} gesles ⪔ gfr \u{1d524} gg ≫ ggg ⋙ gimel ℷ gjcy ѓ gl ≷ glE ⪒ gla ⪥ \
        glj ⪤ gnE ≩ gnap ⪊ gnapprox ⪊ gne ⪈ gneq ⪈ gneqq ≩ gnsim ⋧ gopf \u{1d558} grave \u{60} gscr ℊ gsim ≳ gsime ⪎ \
        gsiml ⪐ gt > gtcc ⪧ gtcir ⩺ gtdot ⋗ gtlPar ⦕ gtquest ⩼ gtrapprox ⪆ gtrarr ⥸ gtrdot ⋗ gtreqless ⋛ gtreqqless ⪌ \
        gtrless ≷ gtrsim ≳ gvertneqq ≩\u{fe00} gvnE ≩\u{fe00} hArr ⇔ hairsp \u{200a} half ½ hamilt ℋ hardcy ъ harr ↔ \
        harrcir ⥈ harrw ↭ hbar ℏ hcirc ĥ hearts ♥ heartsuit ♥ hellip … hercon ⊹ hfr \u{1d525} hksearow ⤥ hkswarow ⤦ \
        hoarr ⇿ homtht ∻ hookleftarrow ↩ hookrightarrow ↪ hopf \u{1d559} horbar ― hscr \u{1d4bd} hslash ℏ hstrok ħ \
        hybull ⁃ hyphen ‐ iacute í ic \u{2063} icirc î icy и iecy е iexcl ¡ iff ⇔ ifr \u{1d526} igrave ì ii ⅈ iiiint ⨌ \
        iiint ∭ iinfin ⧜ iiota ℩ ijlig ĳ imacr ī image ℑ imagline ℐ imagpart ℑ imath ı imof ⊷ imped Ƶ in ∈ incare ℅ \
        infin ∞ infintie ⧝ inodot ı int ∫ intcal ⊺ integers ℤ intercal ⊺ intlarhk ⨗ intprod ⨼ iocy ё iogon į \
        iopf \u{1d55a} iota ι iprod ⨼ iquest ¿ iscr \u{1d4be} isin ∈ isinE ⋹ isindot ⋵ isins ⋴ isinsv ⋳ isinv ∈ \
        it \u{2062} itilde ĩ iukcy і iuml ï jcirc ĵ jcy й jfr \u{1d527} jmath ȷ jopf \u{1d55b} jscr \u{1d4bf} jsercy ј \
        jukcy є kappa κ kappav ϰ kcedil ķ kcy к kfr \u{1d528} kgreen ĸ khcy х kjcy ќ kopf \u{1d55c} kscr \u{1d4c0} \
        lAarr ⇚ lArr ⇐ lAtail ⤛ lBarr ⤎ lE ≦ lEg ⪋ lHar ⥢ lacute ĺ laemptyv ⦴ lagran ℒ lambda λ lang ⟨ langd ⦑ \
        langle ⟨ lap ⪅ laquo « larr ← larrb ⇤ larrbfs ⤟ larrfs ⤝ larrhk ↩ larrlp ↫ larrpl ⤹ larrsim ⥳ larrtl ↢ lat ⪫ \
        latail ⤙ late ⪭ lates ⪭\u{fe00} lbarr ⤌ lbbrk ❲ lbrace { lbrack [ lbrke ⦋ lbrksld ⦏ lbrkslu ⦍ lcaron ľ \
        lcedil ļ lceil ⌈ lcub { lcy л ldca ⤶ ldquo “ ldquor „ ldrdhar ⥧ ldrushar ⥋ ldsh ↲ le ≤ leftarrow ← \
        leftarrowtail ↢ leftharpoondown ↽ leftharpoonup ↼ leftleftarrows ⇇ leftrightarrow ↔ leftrightarrows ⇆ \
        leftrightharpoons ⇋ leftrightsquigarrow ↭ leftthreetimes ⋋ leg ⋚ leq ≤ leqq ≦ leqslant ⩽ les ⩽ lescc ⪨ \
        lesdot ⩿ lesdoto ⪁ lesdotor ⪃ lesg ⋚\u{fe00} lesges ⪓ lessapprox ⪅ lessdot ⋖ lesseqgtr ⋚ lesseqqgtr ⪋ \
        lessgtr ≶ lesssim ≲ lfisht ⥼ lfloor ⌊ lfr \u{1d529} lg ≶ lgE ⪑ lhard ↽ lharu ↼ lharul ⥪ lhblk ▄ ljcy љ ll ≪ \
        llarr ⇇ llcorner ⌞ llhard ⥫ lltri ◺ lmidot ŀ lmoust ⎰ lmoustache ⎰ lnE ≨ lnap ⪉ lnapprox ⪉ lne ⪇ lneq ⪇ \
        lneqq ≨ lnsim ⋦ loang ⟬ loarr ⇽ lobrk ⟦ longleftarrow ⟵ longleftrightarrow ⟷ longmapsto ⟼ longrightarrow ⟶ \
        looparrowleft ↫ looparrowright ↬ lopar ⦅ lopf \u{1d55d} loplus ⨭ lotimes ⨴ lowast ∗ lowbar _ loz ◊ lozenge ◊ \
        lozf ⧫ lpar ( lparlt ⦓ lrarr ⇆ lrcorner ⌟ lrhar ⇋ lrhard ⥭ lrm \u{200e} lrtri ⊿ lsaquo ‹ lscr \u{1d4c1} lsh ↰ \
        lsim ≲ lsime ⪍ lsimg ⪏ lsqb [ lsquo ‘ lsquor ‚ lstrok ł lt < ltcc ⪦ ltcir ⩹ ltdot ⋖ lthree ⋋ ltimes ⋉ ltlarr ⥶ \
        ltquest ⩻ ltrPar ⦖ ltri ◃ ltrie ⊴ ltrif ◂ lurdshar ⥊ luruhar ⥦ lvertneqq ≨\u{fe00} lvnE ≨\u{fe00} mDDot ∺ \
        macr \u{af} male ♂ malt ✠ maltese ✠ map ↦ mapsto ↦ mapstodown ↧ mapstoleft ↤ mapstoup ↥ marker ▮ mcomma ⨩ \
        mcy м mdash — measuredangle ∡ mfr \u{1d52a} mho ℧ micro µ mid ∣ midast * midcir ⫰ middot · minus − minusb ⊟ \
        minusd ∸ minusdu ⨪ mlcp ⫛ mldr … mnplus ∓ models ⊧ mopf \u{1d55e} mp ∓ mscr \u{1d4c2} mstpos ∾ mu μ multimap ⊸ \
        mumap ⊸ nGg ⋙\u{338} nGt ≫\u{20d2} nGtv ≫\u{338} nLeftarrow ⇍ nLeftrightarrow ⇎ nLl ⋘\u{338} nLt ≪\u{20d2} \
        nLtv ≪\u{338} nRightarrow ⇏ nVDash ⊯ nVdash ⊮ nabla ∇ nacute ń nang ∠\u{20d2} nap ≉ napE ⩰\u{338} \
        napid ≋\u{338} napos ŉ napprox ≉ natur ♮ natural ♮ naturals ℕ nbsp \u{a0} nbump ≎\u{338} nbumpe ≏\u{338} \
        ncap ⩃ ncaron ň ncedil ņ ncong ≇ ncongdot ⩭\u{338} ncup ⩂ ncy н ndash – ne ≠ neArr ⇗ nearhk ⤤ nearr ↗ \
        nearrow ↗ nedot ≐\u{338} nequiv ≢ nesear ⤨ nesim ≂\u{338} nexist ∄ nexists ∄ nfr \u{1d52b} ngE ≧\u{338} nge ≱ \
        ngeq ≱ ngeqq ≧\u{338} ngeqslant ⩾\u{338} nges ⩾\u{338} ngsim ≵ ngt ≯ ngtr ≯ nhArr ⇎ nharr ↮ nhpar ⫲ ni ∋ nis ⋼ \
        nisd ⋺ niv ∋ njcy њ nlArr ⇍ nlE ≦\u{338} nlarr ↚ nldr ‥ nle ≰ nleftarrow ↚ nleftrightarrow ↮ nleq ≰ \
        nleqq ≦\u{338} nleqslant ⩽\u{338} nles ⩽\u{338} nless ≮ nlsim ≴ nlt ≮ nltri ⋪ nltrie ⋬ nmid ∤ nopf \u{1d55f} \
        not ¬ notin ∉ notinE ⋹\u{338} notindot ⋵\u{338} notinva ∉ notinvb ⋷ notinvc ⋶ notni ∌ notniva ∌ notnivb ⋾ \
        notnivc ⋽ npar ∦ nparallel ∦ nparsl ⫽\u{20e5} npart ∂\u{338} npolint ⨔ npr ⊀ nprcue ⋠ npre ⪯\u{338} nprec ⊀ \
        npreceq ⪯\u{338} nrArr ⇏ nrarr ↛ nrarrc ⤳\u{338} nrarrw ↝\u{338} nrightarrow ↛ nrtri ⋫ nrtrie ⋭ nsc ⊁ nsccue ⋡ \
        nsce ⪰\u{338} nscr \u{1d4c3} nshortmid ∤ nshortparallel ∦ nsim ≁ nsime ≄ nsimeq ≄ nsmid ∤ nspar ∦ nsqsube ⋢ \
        nsqsupe ⋣ nsub ⊄ nsubE ⫅\u{338} nsube ⊈ nsubset ⊂\u{20d2} nsubseteq ⊈ nsubseteqq ⫅\u{338} nsucc ⊁ \
        nsucceq ⪰\u{338} nsup ⊅ nsupE ⫆\u{338} nsupe ⊉ nsupset ⊃\u{20d2} nsupseteq ⊉ nsupseteqq ⫆\u{338} ntgl ≹ \
        ntilde ñ ntlg ≸ ntriangleleft ⋪ ntrianglelefteq ⋬ ntriangleright ⋫ ntrianglerighteq ⋭ nu ν num # numero № \
        numsp \u{2007} nvDash ⊭ nvHarr ⤄ nvap ≍\u{20d2} nvdash ⊬ nvge ≥\u{20d2} nvgt >\u{20d2} nvinfin ⧞ nvlArr ⤂ \
        nvle ≤\u{20d2} nvlt <\u{20d2} nvltrie ⊴\u{20d2} nvrArr ⤃ nvrtrie ⊵\u{20d2} nvsim ∼\u{20d2} nwArr ⇖ nwarhk ⤣ \
        nwarr ↖ nwarrow ↖ nwnear ⤧ oS Ⓢ oacute ó oast ⊛ ocir ⊚ ocirc ô ocy о odash ⊝ odblac ő odiv ⨸ odot ⊙ odsold ⦼ \
        oelig œ ofcir ⦿ ofr \u{1d52c} ogon \u{2db} ograve ò ogt ⧁ ohbar ⦵ ohm Ω oint ∮ olarr ↺ olcir ⦾ olcross ⦻ \
        oline ‾ olt ⧀ omacr ō omega ω omicron ο omid ⦶ ominus ⊖ oopf \u{1d560} opar ⦷ operp ⦹ oplus ⊕ or ∨ orarr ↻ \
        ord ⩝ order ℴ orderof ℴ ordf ª ordm º origof ⊶ oror ⩖ orslope ⩗ orv ⩛ oscr ℴ oslash ø osol ⊘ otilde õ otimes ⊗ \
        otimesas ⨶ ouml ö ovbar ⌽ par ∥ para ¶ parallel ∥ parsim ⫳ parsl ⫽ part ∂ pcy п percnt % period . permil ‰ \
        perp ⊥ pertenk ‱ pfr \u{1d52d} phi φ phiv ϕ phmmat ℳ phone ☎ pi π pitchfork ⋔ piv ϖ planck ℏ planckh ℎ \
        plankv ℏ plus + plusacir ⨣ plusb ⊞ pluscir ⨢ plusdo ∔ plusdu ⨥ pluse ⩲ plusmn ± plussim ⨦ plustwo ⨧ pm ± \
        pointint ⨕ popf \u{1d561} pound £ pr ≺ prE ⪳ prap ⪷ prcue ≼ pre ⪯ prec ≺ precapprox ⪷ preccurlyeq ≼ preceq ⪯ \
        precnapprox ⪹ precneqq ⪵ precnsim ⋨ precsim ≾ prime ′ primes ℙ prnE ⪵ prnap ⪹ prnsim ⋨ prod ∏ profalar ⌮ \
        profline ⌒ profsurf ⌓ prop ∝ propto ∝ prsim ≾ prurel ⊰ pscr \u{1d4c5} psi ψ puncsp \u{2008} qfr \u{1d52e} \
        qint ⨌ qopf \u{1d562} qprime ⁗ qscr \u{1d4c6} quaternions ℍ quatint ⨖ quest ? questeq ≟ quot \u{22} rAarr ⇛ \
        rArr ⇒ rAtail ⤜ rBarr ⤏ rHar ⥤ race ∽\u{331} racute ŕ radic √ raemptyv ⦳ rang ⟩ rangd ⦒ range ⦥ rangle ⟩ \
        raquo » rarr → rarrap ⥵ rarrb ⇥ rarrbfs ⤠ rarrc ⤳ rarrfs ⤞ rarrhk ↪ rarrlp ↬ rarrpl ⥅ rarrsim ⥴ rarrtl ↣ \
        rarrw ↝ ratail ⤚ ratio ∶ rationals ℚ rbarr ⤍ rbbrk ❳ rbrace } rbrack ] rbrke ⦌ rbrksld ⦎ rbrkslu ⦐ rcaron ř \
        rcedil ŗ rceil ⌉ rcub } rcy р rdca ⤷ rdldhar ⥩ rdquo ” rdquor ” rdsh ↳ real ℜ realine ℛ realpart ℜ reals ℝ \
        rect ▭ reg ® rfisht ⥽ rfloor ⌋ rfr \u{1d52f} rhard ⇁ rharu ⇀ rharul ⥬ rho ρ rhov ϱ rightarrow → \
        rightarrowtail ↣ rightharpoondown ⇁ rightharpoonup ⇀ rightleftarrows ⇄ rightleftharpoons ⇌ rightrightarrows ⇉ \
        rightsquigarrow ↝ rightthreetimes ⋌ ring \u{2da} risingdotseq ≓ rlarr ⇄ rlhar ⇌ rlm \u{200f} rmoust ⎱ \
        rmoustache ⎱ rnmid ⫮ roang ⟭ roarr ⇾ robrk ⟧ ropar ⦆ ropf \u{1d563} roplus ⨮ rotimes ⨵ rpar ) rpargt ⦔ \
        rppolint ⨒ rrarr ⇉ rsaquo › rscr \u{1d4c7} rsh ↱ rsqb ] rsquo ’ rsquor ’ rthree ⋌ rtimes ⋊ rtri ▹ rtrie ⊵ \
        rtrif ▸ rtriltri ⧎ ruluhar ⥨ rx ℞ sacute ś sbquo ‚ sc ≻ scE ⪴ scap ⪸ scaron š sccue ≽ sce ⪰ scedil ş scirc ŝ \
        scnE ⪶ scnap ⪺ scnsim ⋩ scpolint ⨓ scsim ≿ scy с sdot ⋅ sdotb ⊡ sdote ⩦ seArr ⇘ searhk ⤥ searr ↘ searrow ↘ \
        sect § semi ; seswar ⤩ setminus ∖ setmn ∖ sext ✶ sfr \u{1d530} sfrown ⌢ sharp ♯ shchcy щ shcy ш shortmid ∣ \
        shortparallel ∥ shy \u{ad} sigma σ sigmaf ς sigmav ς sim ∼ simdot ⩪ sime ≃ simeq ≃ simg ⪞ simgE ⪠ siml ⪝ \
        simlE ⪟ simne ≆ simplus ⨤ simrarr ⥲ slarr ← smallsetminus ∖ smashp ⨳ smeparsl ⧤ smid ∣ smile ⌣ smt ⪪ smte ⪬ \
        smtes ⪬\u{fe00} softcy ь sol / solb ⧄ solbar ⌿ sopf \u{1d564} spades ♠ spadesuit ♠ spar ∥ sqcap ⊓ \
        sqcaps ⊓\u{fe00} sqcup ⊔ sqcups ⊔\u{fe00} sqsub ⊏ sqsube ⊑ sqsubset ⊏ sqsubseteq ⊑ sqsup ⊐ sqsupe ⊒ sqsupset ⊐ \
        sqsupseteq ⊒ squ □ square □ squarf ▪ squf ▪ srarr → sscr \u{1d4c8} ssetmn ∖ ssmile ⌣ sstarf ⋆ star ☆ starf ★ \
        straightepsilon ϵ straightphi ϕ strns \u{af} sub ⊂ subE ⫅ subdot ⪽ sube ⊆ subedot ⫃ submult ⫁ subnE ⫋ subne ⊊ \
        subplus ⪿ subrarr ⥹ subset ⊂ subseteq ⊆ subseteqq ⫅ subsetneq ⊊ subsetneqq ⫋ subsim ⫇ subsub ⫕ subsup ⫓ succ ≻ \
        succapprox ⪸ succcurlyeq ≽ succeq ⪰ succnapprox ⪺ succneqq ⪶ succnsim ⋩ succsim ≿ sum ∑ sung ♪ sup ⊃ sup1 ¹ \
        sup2 ² sup3 ³ supE ⫆ supdot ⪾ supdsub ⫘ supe ⊇ supedot ⫄ suphsol ⟉ suphsub ⫗ suplarr ⥻ supmult ⫂ supnE ⫌ \
        supne ⊋ supplus ⫀ supset ⊃ supseteq ⊇ supseteqq ⫆ supsetneq ⊋ supsetneqq ⫌ supsim ⫈ supsub ⫔ supsup ⫖ swArr ⇙ \
        swarhk ⤦ swarr ↙ swarrow ↙ swnwar ⤪ szlig ß target ⌖ tau τ tbrk ⎴ tcaron ť tcedil ţ tcy т tdot \u{20db} \
        telrec ⌕ tfr \u{1d531} there4 ∴ therefore ∴ theta θ thetasym ϑ thetav ϑ thickapprox ≈ thicksim ∼ \
        thinsp \u{2009} thkap ≈ thksim ∼ thorn þ tilde \u{2dc} times × timesb ⊠ timesbar ⨱ timesd ⨰ tint ∭ toea ⤨ \
        top ⊤ topbot ⌶ topcir ⫱ topf \u{1d565} topfork ⫚ tosa ⤩ tprime ‴ trade ™ triangle ▵ triangledown ▿ \
        triangleleft ◃ trianglelefteq ⊴ triangleq ≜ triangleright ▹ trianglerighteq ⊵ tridot ◬ trie ≜ triminus ⨺ \
        triplus ⨹ trisb ⧍ tritime ⨻ trpezium ⏢ tscr \u{1d4c9} tscy ц tshcy ћ tstrok ŧ twixt ≬ twoheadleftarrow ↞ \
        twoheadrightarrow ↠ uArr ⇑ uHar ⥣ uacute ú uarr ↑ ubrcy ў ubreve ŭ ucirc û ucy у udarr ⇅ udblac ű udhar ⥮ \
        ufisht ⥾ ufr \u{1d532} ugrave ù uharl ↿ uharr ↾ uhblk ▀ ulcorn ⌜ ulcorner ⌜ ulcrop ⌏ ultri ◸ umacr ū \
        uml \u{a8} uogon ų uopf \u{1d566} uparrow ↑ updownarrow ↕ upharpoonleft ↿ upharpoonright ↾ uplus ⊎ upsi υ \
        upsih ϒ upsilon υ upuparrows ⇈ urcorn ⌝ urcorner ⌝ urcrop ⌎ uring ů urtri ◹ uscr \u{1d4ca} utdot ⋰ utilde ũ \
        utri ▵ utrif ▴ uuarr ⇈ uuml ü uwangle ⦧ vArr ⇕ vBar ⫨ vBarv ⫩ vDash ⊨ vangrt ⦜ varepsilon ϵ varkappa ϰ \
        varnothing ∅ varphi ϕ varpi ϖ varpropto ∝ varr ↕ varrho ϱ varsigma ς varsubsetneq ⊊\u{fe00} \
        varsubsetneqq ⫋\u{fe00} varsupsetneq ⊋\u{fe00} varsupsetneqq ⫌\u{fe00} vartheta ϑ vartriangleleft ⊲ \
        vartriangleright ⊳ vcy в vdash ⊢ vee ∨ veebar ⊻ veeeq ≚ vellip ⋮ verbar | vert | vfr \u{1d533} vltri ⊲ \
        vnsub ⊂\u{20d2} vnsup ⊃\u{20d2} vopf \u{1d567} vprop ∝ vrtri ⊳ vscr \u{1d4cb} vsubnE ⫋\u{fe00} \
        vsubne ⊊\u{fe00} vsupnE ⫌\u{fe00} vsupne ⊋\u{fe00} vzigzag ⦚ wcirc ŵ wedbar ⩟ wedge ∧ wedgeq ≙ weierp ℘ \
        wfr \u{1d534} wopf \u{1d568} wp ℘ wr ≀ wreath ≀ wscr \u{1d4cc} xcap ⋂ xcirc ◯ xcup ⋃ xdtri ▽ xfr \u{1d535} \
        xhArr ⟺ xharr ⟷ xi ξ xlArr ⟸ xlarr ⟵ xmap ⟼ xnis ⋻ xodot ⨀ xopf \u{1d569} xoplus ⨁ xotime ⨂ xrArr ⟹ xrarr ⟶ \
        xscr \u{1d4cd} xsqcup ⨆ xuplus ⨄ xutri △ xvee ⋁ xwedge ⋀ yacute ý yacy я ycirc ŷ ycy ы yen ¥ yfr \u{1d536} \
        yicy ї yopf \u{1d56a} yscr \u{1d4ce} yucy ю yuml ÿ zacute ź zcaron ž zcy з zdot ż zeetrf ℨ zeta ζ \
        zfr \u{1d537} zhcy ж zigrarr ⇝ zopf \u{1d56b} zscr \u{1d4cf} zwj \u{200d} zwnj \u{200c}
        """
}
