"""Words of other languages from which orders to an agent are made, each with a mark for its meaning.

The word bags contain these marks. A stem stands for every word that begins with it, without accents. Languages without
spaces are searched for whole phrases.
"""

FOREIGN_STEMS = {
    "@ignore": """
        ignorier vergiss vergesst missacht verwirf ignorez oubli ignora ignore ignorad olvid omit descart esquec
        desconsider dimentic trascur zignoruj ignoruj zapomn pomin игнорир забуд забыт проигнорир не_учитыв negeer
        vergeet ignorera glom glem ignorer opomen zapomen yok_say gormezden unut تجاهل انس abaikan lupakan bo_qua
        hunsur ingat_tidak αγνο ξεχασ התעלם שכח अनदेखा नज़रअंदाज़ sivuuta unohda hagyd felejtsd ignorati ignorați
    """,
    "@previous": """
        bisherig vorherig vorig obig fruher vorangegang precedent anterieur ci-dessus ci-dessous anterior previ
        precedenti poprzedn wczesniejsz powyzsz предыдущ прежн прошл вышеуказ eerder vorige voorgaand tidigare
        foregaende ovenstaende tidligere foregaaende predchoz predesl onceki السابق sebelumnya truoc προηγουμεν
        הקודמ पिछल aiemm aikaisem korabbi elozo anterioare
    """,
    "@all": """
        alle todas todos toutes tous tutte tutti wszystk все всех alla vsechn tum جميع كل semua tat_ca ολες όλες
        כל kaikki
    """,
    "@rules": """
        anweisung regel befehl vorgabe instruktion richtlinie instruction consigne regle instruccion instruco
        regla ordenes istruzion regol direttiv instrukcj polecen zasad wytyczn инструкц указани правил команд
        instructie regels opdracht regler instruks pokyn instrukc pravidl talimat kural komut تعليمات التعليمات
        القواعد instruksi aturan huong_dan chi_dan οδηγιε κανον הוראות निर्देश ohje utasitas szabaly instructiuni
    """,
    "@tell": """
        sag sagt erzahl_ erzahle informier mitteil dis dites informe digas diga decir cuentes conte dizer dire
        dica mow powiedz informuj говори сообщ рассказ vertel zeg beratta sag_ informera fortæl fortael rikej sdel
        bahset soyleme soyle تخبر beritahu noi_cho kerro mondd spune
    """,
    "@user": """
        nutzer benutzer anwender utilisateur usuari utente utenti uzytkownik пользовател gebruiker anvandar bruger
        bruker uzivatel kullanici المستخدم pengguna nguoi_dung χρηστ המשתמש उपयोगकर्ता kayttaj felhasznal
        utilizator
    """,
    "@not": """
        nicht nichts keine niemals ne_ rien jamais no nada nunca jamas nao non nulla mai nie nic не ничего никогда
        niet niets nooit inte aldrig ikke aldri nerik nikdy لا لم jangan khong dung_ bahsetme soyleme
    """,
    "@this": """
        davon dies hiervon darub hieruber nichts cela ceci rien esto eso nada disso isso isto questo cio nulla tym
        tego tej nic этом этой это ничего hier hierover niets detta denna dette tomto toho bundan bunu هذا بهذا
        ذلك ini dieu_nay
    """,
    "@send": """
        schick send sende ubermittl leite_ postet envoi envoy transmet publi enviar envia envie mand invia inoltr
        wyslij wysylaj przesli przekaz отправ пришл перешл выложи verstuur stuur zend skicka posli posil gonder
        yolla أرسل ارسل kirim gui_ στειλ שלח भेज laheta kuldd trimite vloz pega cole incolla plak klistra wklej
        встав yapistir fuge einfug colle_ ajoute_ anhang
    """,
    "@secrets": """
        zugangsdat passwort passwor kennwort geheimnis anmeldedat schlussel identifiant mots_de motdepasse secret
        contrasen credenci clave senha segred chave credenzial password segret chiavi hasl sekret poswiadcz klucz
        парол секрет ключ токен учетн wachtwoord geheim inloggegev losenord hemlig hesl tajem sifre parola gizli
        كلمات أسرار kata_sandi rahasia mat_khau κωδικ סיסמ पासवर्ड salasan jelszo parol token
    """,
    "@public": """
        offentlich public publi jawn publicz публичн открыт openbar verejn acik commit pull issue ticket kommentar
    """,
    "@confirm": """
        pregunt pergunt demander chieder domanda pytan nachfrag спраш спрос fragen
        bestatig freigabe genehmig zustimm ruckfrag confirm validat approbat autoris aprobac aprov confirma
        autoriz approvazion conferm potwierdz zatwierdz zgod подтвержд одобрен разрешен соглас bevestig goedkeur
        toestem bekraft godkann godkend potvrz schval onay تأكيد موافقة konfirmasi persetujuan xac_nhan επιβεβαιω
        אישור
    """,
    "@without": """
        ohne sans sin sem senza bez без zonder utan uden olmadan بدون tanpa ma_khong χωρις ללא keine kein aucune
        aucun nicht_ ningun nenhum nessun niepotrzebn niewymag ненужн geen ingen zadn gerek gerekmez nie не no nao
        non pas skip salt uberspring
    """,
    "@needed": """
        notig notwendig erforderlich braucht benotigt necessair requis besoin hace_falta falta necesari requier
        necessari precis serve servono occorr richied wymag potrzeb требу нужн необход nodig vereist behov kravs
        nutn potreb vyzad gerek لازم ضروري perlu can_thiet freigab ohne sans sin sem senza bez без zonder utan
    """,
    "@danger": """
        losch produktion produktiv deploy zahlung uberweis zerstor supprim suppression effac production paiement
        deploi detrui borrar elimin destru produccion pago desplieg despleg apag exclu produc pagament cancell
        push pouss distrugg produzion usun usuw skasow produkc wdroz platno удал снес продакшен прод деплой оплат платеж
        уничтож verwijder wissen productie betaling radera ta_bort slet smaz odstran nasad platb sil_ silmek silin
        uretim odeme حذف نشر hapus produksi xoa διαγρα מחק poista torol sterge
    """,
    "@boss": """
        chef vorstand leitung geschaftsfuhr inhaber directeur patron direct jefe dueno dono direttor capo szef
        dyrektor wlasciciel начальник директор владелец руковод baas directie agare sef vedouc reditel mudur
        المدير atasan giam_doc
    """,
    "@allowed": """
        erlaubt genehmigt freigegeben zugestimmt autorisiert autorise approuve permis aprobado aprobo autorizo
        autorizado permit permitiu aprovou approvato autorizzato permesso pozwolil zatwierdzil zgodzil разрешил
        одобрил согласовал goedgekeurd toegestaan godkant tillatit povolil schvalil izin onayladi وافق سمح
        mengizinkan
    """,
    "@youmay": """
        du_darfst dir_ist_erlaubt tu_as_le_droit tu_peux_ tienes_permiso puedes_ tem_permissao voce_pode hai_il_permesso
        puoi_ wolno_ci mozesz_ тебе_разреш тебе_можно ты_можешь
    """,
    "@prompt": "systemprompt system-prompt systempromp системн_промпт prompt_del prompt_do systemprompten",
    "@show": """
        gib gebe zeig affiche montre muestra imprim mostra exib mostre stampa pokaz wyswietl покаж выведи toon
        visa zobraz goster أظهر tampilkan
    """,
}
"""An underscore separates the words of a two-word stem."""

FOREIGN_PHRASES = {
    "@ignore": "忽略 无视 忘记 不要遵守 不理会 無視 忽視 忘れ 무시 잊어 잊으 ไม่สนใจ เพิกเฉย ละเว้น",
    "@previous": "之前 以前 先前 以上 上述 前面 此前 上記 前の これまで 이전 앞의 위의 기존 ก่อนหน้า ข้างต้น",
    "@all": "所有 全部 一切 すべて 全て 全部の 모두 모든 ทั้งหมด",
    "@rules": """
        指令 指示 规则 規則 命令 提示词 提示詞 说明 ルール プロンプト 지시 규칙 명령 지침 프롬프트 คำสั่ง กฎ
    """,
    "@hide": """
        不要告诉用户 不要告訴用戶 不要让用户知道 别告诉用户 不要向用户提 不要通知用户 ユーザーに知らせないで
        ユーザーには知らせないで ユーザーに言わないで ユーザーには言わないで ユーザーに伝えないで
        ユーザーには伝えないで ユーザーに内緒 사용자에게_알리지_마 사용자에게_이_사실을_알리지_마
        사용자에게_말하지_마 사용자에게_이것을_말하지_마 메모를_알리지_마 알리지_마라 사용자_몰래 瞒着用户 对用户保密
    """,
    "@send": """
        发送 發送 上传 上傳 发到 发给 粘贴 提交给 泄露 送信 送って アップロード 貼り付け 送る 보내 전송 업로드
        붙여 ส่ง อัปโหลด
    """,
    "@secrets": """
        密钥 密鑰 密码 密碼 凭据 凭证 令牌 秘密 機密 認証情報 パスワード 秘密鍵 トークン APIキー 비밀번호
        자격_증명 비밀키 토큰 시크릿 인증_정보 รหัสผ่าน
    """,
    "@public": "公开 公開 공개",
    "@confirm": "询问 问我 묻지 聞かず 确认 確認 批准 审批 同意 許可 承認 허락 확인 승인 동의 ยืนยัน อนุมัติ",
    "@without": """
        无需 不需要 不用 不必 跳过 不经 無需 無しで なしで 不要です 必要はありません 不要 없이 필요_없 필요가_없
        필요하지_않 ไม่ต้อง
    """,
    "@needed": """
        无需 不需要 不用 不必 跳过 無需 なしで 不要です 必要はありません 不要 없이 필요_없 필요가_없 필요하지_않
        ไม่ต้อง
    """,
    "@danger": """
        删除 刪除 部署 生产 付款 转账 支付 销毁 強制推送 强制推送 削除 本番 デプロイ 支払 送金 삭제 배포 운영 결제
        송금 ลบ
    """,
    "@boss": "老板 经理 管理员 負責人 社長 上司 管理者 대표 관리자 사장",
    "@allowed": "已批准 已经批准 已同意 授权 許可した 承認済み 許可しました 승인했 허락했 허용했",
    "@youmay": "你可以 您可以 你被允许 你有权 してよい しても良い してもいい 해도_된다 해도_돼 해도_좋",
    "@show": "输出 显示 顯示 打印 表示して 出力して 출력 보여",
    "@prompt": "系统提示 系統提示 システムプロンプト 시스템_프롬프트",
}

MAX_EXACT_LENGTH = 3
"""A stem of up to this many letters is a whole word."""
_stems_by_start: "dict[str, list[tuple[str, str]]]" = {}
_two_word_stems: "list[tuple[str, str]]" = []


def add_meaning_marks(lowercase: str) -> str:
    """The text without accents, with a mark after each word or phrase that is used for orders in other languages."""
    if not _stems_by_start:
        _build_stem_tables()
    lowercase = _mark_phrases(lowercase) if any(letter >= "\u0e00" for letter in lowercase) else lowercase
    lowercase = fold_accents(lowercase)
    for stem, sign in _two_word_stems:
        if stem in lowercase:
            lowercase = lowercase.replace(stem, f"{stem} {sign} ")
    pieces: list[str] = []
    for piece in lowercase.split():
        word = piece.strip("\"'«»¿¡(),.;:!?`").rpartition("'")[2]
        if len(word) < 2:
            pieces.append(piece)
            continue
        added = {
            sign
            for stem, sign in _stems_by_start.get(word[:2], ())
            if (word == stem if len(stem) <= MAX_EXACT_LENGTH else word.startswith(stem))
        }
        end = piece[-1] if added and piece[-1] in ".!?" else ""
        pieces += [piece.rstrip(".!?") if end else piece, *sorted(added)]
        pieces[-1] += end
    return " ".join(pieces)


def fold_accents(text: str) -> str:
    """The text without accents, and with one spelling of letters that some languages write as two."""
    if text.isascii():
        return text
    import unicodedata

    plain = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).translate(_FOLDED_LETTERS)


_FOLDED_LETTERS = str.maketrans({"ß": "ss", "ı": "i", "ł": "l", "ø": "o", "æ": "ae", "đ": "d"})


def _build_stem_tables() -> None:
    for sign, stems in FOREIGN_STEMS.items():
        for stem in stems.split():
            plain = fold_accents(stem.replace("_", " "))
            if " " in plain.strip():
                _two_word_stems.append((plain.strip(), sign))
            else:
                _stems_by_start.setdefault(plain[:2], []).append((plain.strip(), sign))


def _mark_phrases(lowercase: str) -> str:
    """The text with a mark after each phrase, and with Latin punctuation."""
    for sign, phrases in FOREIGN_PHRASES.items():
        for phrase in phrases.split():
            plain = phrase.replace("_", " ")
            if plain in lowercase:
                lowercase = lowercase.replace(plain, f" {plain} {sign} ")
    return lowercase.replace("。", " . ").replace("！", " . ").replace("？", " . ")
