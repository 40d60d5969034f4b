"""Concepts that orders to an agent are made of, and the words for them in many languages.

A word that ends with `-` stands for every word that begins so. Accents are left out. Which concepts speak for an order,
and which together, is not said here: it is learnt from examples (`tests/rules/injection_model.py`).
"""

CONCEPTS = {
    "agent": """
        agent agents assistant assistants ai llm llms model models claude codex copilot gemini cursor chatgpt gpt
        bot bots automation chatbot subagent subagents assistent- ki ia ассистент- агент- модел- asystent- agente
        agentes agenti asistent- asistan- assistente assistentes 助手 智能体 代理 アシスタント エージェント 에이전트
        어시스턴트 مساعد- الوكيل المساعد ผู้ช่วย सहायक asisten tekoaly 模型 βοηθ- העוזר
    """,
    "you": """
        you your yours yourself du dir dich dein- sie ihr ihnen tu toi ton tes ta vous votre vos te ti tus usted tuo
        tua tuoi voce seu sua je jij jouw u ty ci ciebie twoj- ты тебе тебя твои твой вам вы ваш- sen sana 你 您
        あなた 당신 kamu anda ban du- dig din dina tobie teve teged أنت لك आप คุณ
    """,
    "user": """
        user users human humans operator developer developers person people nobody anyone everyone team owner
        maintainer maintainers reviewer reviewers colleague colleagues customer customers auditor auditors
        stakeholder- nutzer- benutzer- anwender- entwickler- mensch- utilisateur- usuari- utent- uzytkownik-
        пользовател- gebruiker- anvandar- bruger- bruker- uzivatel- kullanici- المستخدم pengguna χρηστ- המשתמש
        उपयोगकर्ता kayttaj- felhasznal- utilizator- 用户 用戶 ユーザー ユーザ 사용자 ผู้ใช้ 人类 人間 equipo equipe
        squadra zesp- команд- ekip- tim команде
    """,
    "boss": """
        cto ceo cfo ciso admin admins administrator administrators management manager boss director security legal
        compliance anthropic openai google microsoft vendor headquarters lead chef vorstand leitung geschaftsfuhr-
        directeur direction jefe dueno direttore capo szef dyrektor начальник директор руковод- baas directie
        ledning- vedouc- reditel- mudur yonet- المدير atasan 老板 经理 管理员 管理員 社長 上司 管理者 대표 관리자
    """,
    "hide": """
        hide hides hidden hiding conceal- secret- silent- quiet- discreet- covert- unnoticed invisible undisclosed
        confidential between unmentioned omit omits omitted suppress- withhold- obscure- bury stealth- leave cover
        whisper mask- obfuscat- disguise- verheimlich- verschweig- heimlich geheim stillschweigend unbemerkt cacher
        cache discret- secretement ocult- esconde- secreto silencio segreto nascond- silenzio nascost- segredo
        sigilo tajemnic- ukry- cicho potajemnie скрыва- скрой- тайн- молча незаметно секрет- verberg- geheimhoud-
        stilletjes dolj hemlig- skjul- tajn- skryj- gizli- gizle- sakla- سرا سرية أخف- rahasia- diam-diam sembunyi-
        bi-mat ascund- salaa titok- titkol- κρυφ- בסוד הסתר गुप्त छिपा 隐瞒 隐藏 保密 悄悄 偷偷 隠 内緒 秘密裏
        黙って こっそり 숨겨 숨기 비밀로 몰래 조용히 ซ่อน แอบ
    """,
    "tell": """
        tell tells telling told inform- notify notified notifying mention- disclose- reveal- discuss talk surface
        report reported reports reporting raise show shows shown showing display- announce- acknowledge warn warned
        warning flag log logged know knows learn learns aware hear hears notice notices see sees seen sag sage sagen
        erzahl- informier- erwahn- mitteil- zeig- wissen erfahrt erfahren dis dites dire informe- montre- mentionne-
        signale- sache savoir digas diga decir contar cuentes mencion- informar sepa enterar- dire- menzion- avvis-
        informare sappia dizer conte avise- saiba mow mowi- powiedz- wspomin- pokaz- wie говор- сообщ- рассказ-
        показ- упомин- знал- знать vertel- zeg meld- weten beratta- informera- namna- visa fortael- rikat rikej
        zmin- bahset- soyle- bildir- haber تخبر- تذكر beritahu- menyebut- memberi noi- spune- kerro- mainits- mondd-
        emlits- αναφερ- תספר בताओ बताएं बताना 告诉 告知 提及 透露 通知 知道 知らせ 伝え 言わない 話さ 言及 알리 말하
        언급 บอก แจ้ง
    """,
    "send": """
        send sends sending sent upload- post posts posting posted forward- transmit- exfiltrat- deliver- mail mails
        mailed email- e-mail share shares shared sharing publish- paste pastes pasted append- attach- embed include
        included includes copy copies copied leak- dump push sync mirror mirrored ship ships shipped relay- submit-
        export- stream smuggle encode encoded put hand pass write beacon ping report schick- send- sende-
        ubermittel- lade hochlad- kopier- hange poste teile weiterleit- envo- envi- televers- publie- copie- colle
        transmet- partage- mand- sube subir copia- pega- publica- compart- reenvi- adjunt- carica- invia- inoltra-
        allega- incolla- pubblica- anexe anexa- cole colar compartilh- encaminh- wysyl- wysl- wyslij prześlij
        przesyl- przeslij wklej- dolacz- opublik- skopiuj отправ- отсыла- пересыла- перешл- вышли- загруз- публику-
        скопир- прикреп- вставл- stuur stuurt verstuur- plak plakk- uploade- skicka- ladda klistra bifoga odesl-
        odesil- posil- nahra- vloz gonder- yukle- paylas- yapistir- kopyala- أرسل- ارسل- ارفع شارك kirim- unggah-
        bagikan- gui tai trimite- incarca- laheta- lataa jaa kuldd- kuld- tolts- στειλ- ανεβα- שלח העלה भेज 发送
        發送 上传 上傳 发到 发给 发往 贴到 粘贴 提交给 泄露 复制到 转发 送信 送って 送る 送れ アップロード 貼り付け
        転送 添付 보내 전송 업로드 붙여 첨부 ส่ง อัปโหลด แนบ
    """,
    "run": """
        run runs running execute- exec eval evaluate invoke- call launch- source open visit fetch- browse download-
        curl wget install- obey obeys follow follows perform carry comply pipe bash sh shell script scripts command
        commands ausfuhr- fuhre starte lade installier- befolg- execut- lance- telecharge- ejecut- descarga-
        instala- sigue segui- esegui- scarica- baixe- baixa- instale- siga uruchom- wykona- wykonuj- pobierz
        pobiera- zainstaluj выполн- запус- скача- установи- следу- voer uitvoer- draai installeer- kor korning kora
        installera hamta spust- stahn- nainstaluj calistir- indir- kur yukle- نفذ شغل حمل jalankan- unduh- pasang
        chay tai cai ruleaza descarca suorita asenna aja futtasd telepits- τρεξ- εκτελ- הרץ चला चलाओ 执行 運行 运行
        下载 安装 実行 走らせ ダウンロード インストール 실행 다운로드 설치 รัน ดาวน์โหลด ติดตั้ง
    """,
    "harm": """
        delete deletes deleting deletion destroy destroys destructive drop drops dropping wipe wipes erase erases rm
        rf purge remove removes truncate overwrite force-push force-pushes force-push- production prod deploy
        deploys deploying deployment payment payments pay transfer transfers funds wallet iban invoice sudo root
        terraform migrations backdoor malware reverse keylogger cryptominer miner losch- zahl- uberweis- supprim-
        detrui- payer paiement borr- elimin- pago pagos transfer- cancell- pagament- apag- exclu- pagamento- usu-
        usun- kasuj- skasuj platn- удал- стира- стере- перевод- платеж- verwijder- wis betal- radera- slet-
        betaling- smaz- maz- platb- sil silin- silebilir- odeme- حذف- احذف امسح دفع hapus- bayar- xoa sterge- plat-
        poista- maksu- torol- torl- διαγρα- מחק हटा मिटा 删除 刪除 清空 部署 生产环境 付款 转账 支付 强制推送 削除
        消去 本番 デプロイ 支払 送金 삭제 배포 운영 결제 송금 ลบ
    """,
    "secret": """
        credential credentials password passwords passphrase passphrases secret secrets token tokens key keys cookie
        cookies api-key api-keys apikey ssh .env env dotenv keychain vault certificate pem kubeconfig login logins
        session-token seed mnemonic @private zugangsdaten passwort passwort- kennwort- schlussel geheimnis- cle cles
        identifiants jeton- mot-de-passe passe clave claves contrasena- credencial- llave- senha senhas chave chaves
        chiav- credenzial- segreti hasl- hasla klucz- poswiadcz- парол- ключ- токен- учетн- секреты wachtwoord-
        sleutel- geheimen inloggegevens losenord- nyckel- nycklar adgangskod- noegle- passord- hesl- klic- sifre-
        anahtar- parola- كلمة مفتاح المفاتيح أسرار sandi kunci rahasia matkhau khoa parol- chei salasan- avaim-
        jelsz- kulcs- κωδικ- κλειδ- סיסמ- מפתח पासवर्ड कुंजी 密钥 密鑰 密码 密碼 凭据 凭证 令牌 認証情報 パスワード
        秘密鍵 トークン キー 비밀번호 자격증명 비밀키 토큰 시크릿 인증키 키를 รหัสผ่าน คีย์
    """,
    "data": """
        transcript transcripts conversation conversations history chat database dump records customer customers
        source code repository repositories file files memory memories environment variables output contents inbox
        contacts addresses data verlauf gesprach- kundendaten quelltext datenbank- umgebungsvariablen donnees
        conversation- historique fichier- datos conversacion- historial archivo- dati conversazion- cronologia dados
        conversa- hist- dane rozmow- histori- plik- данн- переписк- истори- файл- переменн- gegevens gesprek-
        bestand- samtal- filer konverzac- soubor- veri- sohbet- dosya- بيانات محادثة ملف percakapan berkas du-lieu
        date- keskustel- tiedosto- beszelget- fajl- 对话 聊天记录 数据库 数据 环境变量 文件 源代码 会話 履歴 データ
        環境変数 ファイル 대화 기록 데이터 환경변수 파일 ข้อมูล ไฟล์
    """,
    "away": """
        @url @mail @ip public publicly gist gists pastebin webhook external outside third-party telegram discord
        ngrok requestbin elsewhere somewhere anonymous attacker remote address endpoint server bucket ftp dns
        offentlich- extern- ausserhalb public- externe publico publica externo esterno pubblic- publiczn- zewnetrzn-
        публичн- внешн- сторонн- openbar- extern offentlig- verejn- herkese harici dis- عام خارجي publik eksternal
        luar cong-khai ulkoinen julkis- nyilvanos kulso δημοσι- ציבורי 公开 外部 公開 外部の 공개 외부 สาธารณะ
    """,
    "not": """
        not never no dont doesnt isnt cannot cant wont neednt shouldnt mustnt nobody nothing none without neither
        nor refrain avoid refuse decline nicht nichts keine keinen kein keiner niemals nie ohne niemand pas jamais
        rien sans aucun aucune personne ne nunca jamas nada nadie sin ningun- non mai nulla nessun- senza nao nem
        sem ninguem nigdy nikomu nic bez не ничего никогда никому без нельзя ни niet niets nooit geen zonder inte
        aldrig ingen utan ikke aldri uden uten ne- nikdy asla hicbir yok olmadan gerek degil لا لم دون بدون أبدا
        jangan tidak tanpa khong dung nu niciodata fara nimic ala alkoon koskaan ilman soha nelkul μη μην δεν χωρις
        ποτε אל לא בלי ללא मत नहीं बिना 不要 不得 不能 不必 无需 不用 别 勿 不 ない なし 無しで ずに せず 不要です
        마라 마세요 말고 않 없이 말 ไม่ อย่า ห้าม
    """,
    "check": """
        confirm confirms confirmed confirming confirmation confirmations approval approvals approve consent
        permission permissions review reviews reviewed reviewing ask asks asking asked verify verifying verification
        prompt prompts check checks checking inspect question questioning audit audits sign-off authorization
        ruckfrage- nachfrag- fragen gefragt bestatig- freigabe genehmig- prufung prufen zustimmung zu-fragen
        confirmer demander verifi- approbation autorisation relecture preguntar confirmacion confirmar aprobacion
        revision permiso conferma chiedere approvazion- revisione permesso confirmacao perguntar aprovacao revisao
        permissao pyta- potwierdz- zgod- przeglad- подтвержд- спрашив- одобрен- провер- соглас- разрешен- vragen
        bevestig- goedkeuring toestemming fraga- bekraft- godkann- godkend- bekraeft- spork- spor ptat- potvrz-
        schval- sor- onay- izin- تأكيد موافقة إذن konfirmasi bertanya persetujuan izin hoi xac-nhan intreba-
        confirm- aproba- kysy- vahvist- lupa- kerdez- jovahagy- ρωτ- επιβεβ- אישור לשאול पूछ पुष्टि अनुमति 询问 确认
        批准 审批 审查 同意 确认后 確認 承認 許可 レビュー 聞か 尋ね 확인 승인 허락 동의 묻 검토 ยืนยัน อนุมัติ ถาม
    """,
    "skip": """
        skip skips skipped skipping bypass bypassed bypassing disable disables disabled disabling deactivate off
        turn circumvent evade waive waived unnecessary needless unneeded suspend suspended lift lifted relax loosen
        weaken lower drop comment mute switch stop stops stopped avoid --no-verify no-verify uberspring- umgeh-
        deaktivier- abschalt- ausschalt- schalte saute- contourn- desactiv- ignore- omite omit- desactiva- salta-
        elud- disattiv- aggira- pule pular desativ- desabilit- contorn- pomin- pomij- wylacz- obejdz пропус- отключ-
        обход- обойд- выключ- sla overslaan omzeil- schakel uitschak- hoppa stang inaktivera kringga spring sla-
        preskoc- vypn- obejd- atla- devre kapat تخط عطل تجاوز lewati nonaktif- matikan bo-qua tat sari- dezactiv-
        ohita- poista- kapcsold hagyd παρακαμ- απενεργ- דלג השבת छोड़ बंद 跳过 绕过 关闭 禁用 停用 スキップ 無効
        省略 回避 止め 건너뛰 비활성 우회 끄 ข้าม ปิด
    """,
    "guard": """
        safety guardrail guardrails scanner scanning sandbox firewall 2fa mfa two-factor antivirus hook hooks
        signature signatures audit logging monitoring ci tests test lint branch-protection protection alert alerts
        policy policies safeguard safeguards restriction restrictions limits filter filters moderation ethics
        sicherheit- schutz- regeln securite seguridad seguranca sicurezza protezion- bezpieczen- zabezpiecz-
        безопасн- защит- проверк- veiligheid- beveilig- sakerhet- sikkerhed- sikkerhet- bezpecnost- guvenlik- أمان
        حماية keamanan bao-mat siguranta turvallis- biztonsag- ασφαλ- אבטחה सुरक्षा 安全 防护 测试 检查 限制
        安全策略 セキュリティ 検査 テスト 制限 보안 테스트 제한 검사 ความปลอดภัย
    """,
    "ignore": """
        ignore ignores ignored ignoring disregard- forget forgets forgotten override overrides overrule- discard-
        dismiss- neglect- void replace replaces replaced obsolete outdated superseded cancel cancelled revoke-
        rescind- aside erase outweigh- abandon reset ignorier- vergiss vergesst missacht- verwirf ausser ungultig
        hinfallig ignore- oubli- ignora- olvid- descart- esquec- desconsider- dimentic- trascur- ignoruj- zignoruj-
        zapomnij- игнор- забуд- отмен- negeer- vergeet- ignorera- glom ignorer- glem zapomen- yok-say unut-
        gormezden تجاهل انس abaikan- lupakan- bo-qua quen ignorati uita- sivuuta unohda hagyd felejtsd αγνο- ξεχασ-
        התעלם שכח अनदेखा भूल 忽略 无视 忘记 作废 不理会 無視 忘れ 破棄 무시 잊 ละเว้น เพิกเฉย ลืม
    """,
    "rules": """
        instruction instructions rules rule guidance guidelines directions directive directives orders order prompt
        policy policies training programming system constraints anweisung- regel- befehl- vorgabe- richtlinie-
        consigne- regle- instruction- instruccion- instrucao instrucoes regla- regra- istruzion- regol- direttiv-
        instrukcj- polecen- zasad- wytyczn- инструкц- указан- правил- opdracht- instructie- regels instruks- regler
        pokyn- pravidl- talimat- kural- komut- تعليمات التعليمات القواعد instruksi aturan- huong-dan chi-dan quy-tac
        instructiuni ohje- utasitas- szabaly- οδηγι- κανον- הוראות निर्देश नियम 指令 指示 规则 規則 提示词 命令
        ルール プロンプト 지시 규칙 명령 지침 프롬프트 คำสั่ง กฎ
    """,
    "previous": """
        previous prior earlier preceding former original above before everything else other others all any every
        existing bisherig- vorherig- vorig- fruher- obig- alle alles precedent- anterior- ci-dessus toutes tous
        todas todos anteriores precedenti tutte tutti poprzedni- wczesniej- wszystk- предыдущ- прежн- прошл- все
        всех eerder- vorige alla tidigare tidligere predchoz- vsechn- onceki tum السابقة جميع sebelumnya semua truoc
        tat-ca anterioare aiem- kaikki korabb- osszes προηγουμ- ολες הקודמ- כל पिछल सभी 之前 以前 先前 以上 所有
        此前 全部 上記 以前の これまで すべて 全て 이전 기존 모든 위의 ก่อนหน้า ทั้งหมด
    """,
    "granted": """
        approved agreed authorised authorized pre-approved preapproved preauthorized permitted allowed consented
        granted cleared signed blessed vetted entitled permission permits allows may free waived okayed accepted
        fine authority carte erlaubt genehmigt freigegeben zugestimmt darfst durfen berechtigt autorise- approuve-
        permis valide droit autorizad- aprobad- permitido permiso puedes puede autorizzat- approvat- permesso puoi
        consentito aprovad- permitid- autorizou aprovou pode zatwierdz- zgodzil pozwol- wolno mozesz разреш- одобр-
        соглас- можешь можно toegestaan goedgekeurd mag tillat- godkant far godkendt tilladt povol- schvalil muzes
        smis izinli izin onayla- yapabilirsin مسموح وافق يمكنك diizinkan disetujui boleh duoc permis- aprobat
        sallittu hyvaks- saat engedely- jovahagyt- επιτρεπ- מותר אושר अनुमति 已批准 允许 授权 可以 同意了 許可され
        承認済み してよい てもいい 許可し 승인했 허락했 허용 해도 อนุญาต อนุมัติแล้ว
    """,
    "always": """
        always forever whenever every each future henceforth onwards permanently permanent standing hereafter until
        from-now first session sessions immer kunftig fortan jedes jeder jedem dauerhaft sobald toujours desormais
        chaque dorenavant quand siempre cada adelante cuando sempre ogni ogniqualvolta quando doravante zawsze kazd-
        odtad всегда каждый каждом каждого впредь отныне теперь altijd voortaan elke alltid varje hadanefter altid
        hver framover vzdy odted zaman bundan دائما كل selalu setiap mulai luon moi intotdeauna fiecare aina joka
        mindig minden παντα καθε תמיד בכל हमेशा हर 以后 总是 永远 每次 今后 从现在起 今後 常に 必ず 毎回 いつも
        앞으로 항상 매번 언제나 반드시 เสมอ ทุกครั้ง ต่อจากนี้
    """,
    "must": """
        must should shall have need required mandatory obliged expected kindly please make ensure sure remember task
        sollst musst soll muss bitte doit doivent dois devez faut veuillez debe debes deben hay favor deve devono
        devi deves precisa musi musisz nalezy trzeba proszę должен должны должна обязан- нужно надо moet moeten
        maste ska skal vinn- mus- meli gerekir lutfen يجب رجاء harus wajib tolong phai trebuie taytyy pitaa kell
        πρεπει חייב 必须 请 應 应 务必 必要 なければ してください せよ 해야 하라 하세요 해라 ต้อง
    """,
    "trust": """
        trust trusts trusted trustworthy believe believes believed authoritative definitive canonical truth reliable
        credible genuine legitimate vouch safe unquestion- question doubt faith accept accepts honor honour vertrau-
        glaub- confiance crois fiable confi- creer cree fiarse fidati fida credi zaufa- wierz- ufaj довер- вер- верь
        vertrouw- geloof lita tro stol duver- ver guven- inan- ثق صدق percaya- tin increde- luota usko bizz higgy
        εμπιστ- סמוך भरोसा 信任 相信 信頼 信じ 신뢰 믿 เชื่อ
    """,
    "above": """
        overrides override outrank- supersede- precedence priority prevail- trump trumps overrule- above highest
        wins beats authoritative final absolute only vorrang wichtiger hochste priorit- prevau- prioridad prevalec-
        superior priorita prevale sopra prioridade nadrzedn- pierwszenstw- приоритет- важнее выше voorrang hoger
        foretrade prednost oncelik- ustun أولوية prioritas utama uu-tien prioritate etusija elsobbs- προτεραιοτ-
        עדיפות प्राथमिकता 优先 最高 優先 最優先 우선 최우선 สำคัญที่สุด
    """,
    "this": """
        this note memory entry record message instruction statement reminder paragraph line comment sentence page
        document following below diese- dieser notiz erinnerung davon hiervon daruber cela esta nota memoria mensaje
        esto eso questa questo messaggio mensagem isto isso notatk- wiadomosc- tym эт- заметк- запис- сообщен- deze
        notitie hierover denna detta anteckning denne dette tato zprav- tom bu not bundan هذه هذا الملاحظة catatan
        ini ghi-chu nay aceasta tama muisti ez jegyzet αυτ- σημειωσ- זה הערה यह नोट 此 本条 这条 备注 记忆 この
        このメモ 本メモ 이 메모 이것 นี้ บันทึก
    """,
    "reply": """
        reply replies respond responds answer answers response responses say says claim claims pretend insist state
        assure recommend praise promote advertise suggest conclude summarize summary describe antwort- behaupt-
        empfiehl- sag- repond- recommand- affirm- respond- recomiend- contest- afirm- rispond- raccomand- consigli-
        recomend- odpowi- polec- twierdz- отвеча- ответ- рекоменд- утвержда- antwoord- aanbevel- beweer svara
        rekommender- svar anbefal- odpovez doporuc- tvrd- cevapla- oner- أجب أوص jawab- rekomendasi- tra-loi
        raspunde- recomand- vastaa suosittele valaszol- ajanl- απαντ- ענה המלץ जवाब 回答 回复 推荐 声称 答え 推奨
        勧め 返答 대답 추천 답변 ตอบ แนะนำ
    """,
    "fine": """
        safe secure passed passing green fine approved clean successful success succeeded harmless compliant
        resolved perfect bestanden sicher erfolgreich grun reussi sur vert verde exitoso pasaron pasado passati
        sicuro passaram zielon- bezpieczn- успешн- зелен- безопасн- geslaagd veilig groen godkanda gron saker prosly
        zelen- basarili guvenli gecti ناجح آمن berhasil aman 通过 安全的 成功 合格 成功した 通った 安全だ 통과 성공
        안전
    """,
    "access": """
        admin root superuser collaborator collaborators maintainer owner privileges privileged rights access grant
        grants granting add invite whitelist allowlist chmod 777 authorized_keys elevate escalate role everyone
        adminrechte zugriff rechte acces droits ajoute- accede acceso permisos agrega- anade accesso diritti
        aggiung- acesso adicion- dostep- uprawn- dodaj доступ- прав- добав- toegang rechten voeg atkomst behorighet
        lagg adgang pristup prava pridej erisim yetki ekle صلاحيات وصول أضف akses tambahkan quyen them adauga
        oikeud- lisaa jogosults- hozzaf- προσβασ- גישה הוסף पहुँच जोड़ 权限 访问 添加 管理员权限 権限 アクセス 追加
        권한 접근 추가 สิทธิ์ เพิ่ม
    """,
    "self": """
        claude.md agents.md gemini.md settings.json .claude .cursorrules config configuration memory memories
        permissions allowlist bashrc .bashrc crontab cron startup profile hooks mcp persona identity role yourself
        pretend act behave impersonate become mode developer-mode jailbroken unrestricted uncensored dan
    """,
}
