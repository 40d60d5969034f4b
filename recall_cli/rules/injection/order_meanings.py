"""What a statement can demand, with its words in English, German, French, Spanish, Italian and Portuguese,
without accents.

`_` joins the words of a phrase; `*` ends a stem.
"""

LEAD_WORDS = frozenset(
    """always please now just simply then and so also first important note assistant agent claude ai system from on
    bitte immer ab jetzt sofort nun dann und toujours desormais maintenant et s il te plait siempre ahora a partir de
    por favor y sempre agora e the sa before answering starting ora poi""".split()
)
"""Words that lead to an order and change nothing about it."""

MEANINGS = {
    "forget": """
        ignore disregard forget dismiss discard unlearn abandon set_aside put_aside pay_no_attention take_no_notice
        throw_out throw_away stop_following stop_obeying do_not_follow dont_follow missacht* vergiss vergesst verwirf
        ignorier* beachte_nicht befolge_nicht_mehr lass_alles oublie* ignore* ignorez ne_tiens* ne_tenez* ne_respecte*
        laisse_tomber mets_de_cote fais_abstraction faites_abstraction ignora ignorad olvida* descarta no_hagas_caso
        haz_caso_omiso no_tengas_en_cuenta deja_de_lado desecha esquec* desconsider* despreze descarte nao_leve
        nao_considere deixe_de_lado deixa_de dimentic* ignorate non_tenere_conto non_seguire trascura tralascia scarta
    """,
    "everything": """
        everything anything whatever all_that all_you alles was_auch alles_was tout ce_qu* todo todo_lo nada cuanto
        lo_que lo_dicho tudo tudo_o o_que all_the_above tutto_cio tutto_quello tutto quanto
    """,
    "earlier": """
        came_before before_this before_now so_far until_now till_now up_to_now up_to_here up_to_this you_were_told
        was_said you_were_given you_have_been_told you_read you_learned you_learnt you_know preceded precedes previously
        vorher* bisher* zuvor davor gesagt_wurde bis_jetzt bis_hierher steht_oben oben_steht darueber_steht precede*
        jusqu_ici jusqu_a_present jusque_la jusquici jusqua ci_dessus avant_ceci avant_cette dit_avant a_ete_dit dicho*
        hasta_ahora hasta_aqui anterior* antes_de_esto de_arriba se_dijo te_dijeron te_han_dicho foi_dito ate_agora
        ate_aqui antes_disto antes_desta veio_antes acima_disto lhe_disseram te_disseram detto_prima finora fin_qui
        viene_prima letto_prima
    """,
    "rules": """
        rules instructions instruction guidelines guidance directives restrictions constraints policies policy
        training_data orders regeln anweisungen vorgaben richtlinien anordnungen instruktionen einschrankungen befehle
        regles consignes reglas instrucciones directrices ordenes normas indicaciones restricciones regras instrucoes
        diretrizes ordens restricoes orientacoes limits limitations filters grenzen filter limites filtres filtros
        istruzioni regole direttive vincoli restrizioni indicazioni limiti
    """,
    "yours": "your deine deinen deiner eure ihre tes vos tus vuestras teus tuas seus suas tue tuoi tua",
    "you": """
        you your youre youve du dir dich dein deine deinen ihnen sie tu te toi ton ta tes t vous votre vos ti tus usted
        le voce seu sua seus suas lhe ai agents assistants agenten sei tue tuoi tua eres voce_e
    """,
    "void": """
        no_longer does_not_count do_not_count doesnt_count dont_count not_count void obsolete cancelled revoked
        is_over_now gelten_nicht gilt_nicht nicht_mehr hinfallig ungultig aufgehoben zahlt_nicht ne_compte*
        ne_s_appliqu* ne_sappliqu* ne_valent ne_vaut ne_sont_plus caduc* annule* ya_no no_vale* no_cuenta* no_se_aplica*
        quedan_anulad* sin_efecto ja_nao nao_vale* nao_conta* nao_se_aplica* sem_efeito anulad* revogad* n_ont_plus
        nont_plus non_valgono non_vale non_si_applica* non_contano decadono annullat*
    """,
    "given": """
        earlier previous prior former above before you_were you_have_been bisherigen bisherige vorherigen vorherige
        fruheren obigen alten precedent* anterieur* anciennes anterior* previas antigas precedenti anteriori di_prima
    """,
    "obey": """
        obey follow_only only_follow do_what do_as listen_only act_on follow_what follow_its follow_the_instructions
        follow_whatever follow_these follow_mine comply execute_the execute_what execute_it execute_whatever
        execute_everything run_what run_whatever do_whatever do_everything carry_out perform_the befolg* folge_nur
        folge_den folge_dem fuhre_nur fuhre_aus fuhre_alles fuhre_die tu_was tue_was mach_was gehorche obeis
        suis_seulement suis_les suis_ce suis_uniquement suivez applique_ce execute_ce execute_les execute_tout fais_ce
        fais_tout obeissez obedece sigue_solo sigue_lo sigue_las sigue_sus ejecuta_lo ejecuta_las ejecuta_los
        ejecuta_todo haz_lo haz_todo cumple obedeca siga_apenas siga_so siga_somente siga_as siga_o execute_o execute_os
        execute_tudo faca_o faca_tudo cumpra obbedisci obbedite segui_solo segui_soltanto segui_le esegui_solo
        esegui_quello esegui_cio fai_quello fai_cio
    """,
    "mine": """
        my_word my_words my_orders my_instructions my_commands only_i meine_befehle meine_anweisungen mein_wort nur_ich
        mes_consignes mes_ordres mes_instructions mis_ordenes mis_instrucciones mi_palabra minhas_ordens
        minhas_instrucoes minha_palavra this_note_alone nur_noch desormais_seul* solo_cuenta* so_vale_o miei_ordini
        mie_istruzioni solo_queste solo_questa
    """,
    "say": """
        say report claim state announce answer declare write pretend assert confirm melde* sag* behaupte* berichte*
        schreib* antworte* bestatig* erklar* gib_an tu_so dis dites declare* affirme* annonce* signale* reponds pretends
        indique* confirme* ecris fais_comme di decid informa* reporta* declara* afirma* asegura* responde* confirma*
        finge* diga* informe* relate* afirme* responda* finja* assegure* fale di_che di_pure riferisci dichiara afferma
        segnala rispondi conferma fingi
    """,
    "success": """
        success successful* succeed* pass passed passes green fine ok okay done complete* all_is_well erfolg* bestanden
        grun gruen geklappt gelungen fertig erledigt in_ordnung reussi* succes passe passent passe_s vert verts
        fonctionne* termine* tout_va exito* pasaron pasan pasado pasa verde* correcto bien funciona* aprobad* passaram
        passou passam passa sucesso certo funcionou concluid* aprovad* passat* riuscit* successo andat* verdi
    """,
    "regardless": """
        regardless even_if even_when even_though even_where even_on no_matter whether_or_not in_any_case despite
        although irrespective whatever_the whatever_happens when_they_fail if_they_fail auch_wenn obwohl selbst_wenn
        egal ganz_gleich unabhangig trotz wie_auch_immer meme_si meme_quand meme_en meme_lorsqu* quoi_qu* quel_que
        quelle_que quels_que peu_importe malgre aunque incluso_si incluso_cuando sin_importar pase_lo_que sea_cual
        a_pesar independientemente mesmo_que mesmo_se mesmo_quando ainda_que independente* nao_importa apesar seja_qual
        aconteca_o anche_se anche_quando nonostante comunque_vada
    """,
    "fake": """
        claim_that claim_the pretend_that pretend_the pretend_to_have act_as_if act_as_though lie_about behaupte*
        tu_so_als gib_vor pretends_que affirme_a_tort fais_comme_si fais_croire mens finge_que aparenta haz_creer miente
        finja_que minta faca_de_conta finge_ter fake
    """,
    "checked": """
        review* approved approval verified audit* ci_ checks passed signed pruf* gepruft getestet freigegeben genehmigt
        uberpruf* revue relu relue verifi* approuv* revis* aprob* aprov* verific*
    """,
    "never": """
        never not dont do_not must_not no without nobody avoid cannot nie niemals nicht nichts kein keine keinen ohne ne
        jamais rien pas sans aucun* nunca jamas nada sin nao nem sem ningun* nenhum* non mai senza niente nulla
    """,
    "tell": """
        tell mention inform notify alert reveal disclose say report talk speak admit telling mentioning informing
        notifying erwahn* sag* erzahl* informier* verrat* melde* benachrichtig* bericht* mitteil* teile dis dites parle*
        mentionn* inform* previen* prevenir signal* revel* avert* avou* digas diga decir decirle cuentes cuente
        menciones mencionar avises avise avisar avisa informes informar informe reveles comentes hables comunique* conte
        contar fale mencione dizer revele comente notifique* notifiques dire dirlo parlare menzion* avvis* rivel*
        raccont* segnal*
    """,
    "developer": """
        developer developers maintainer maintainers reviewer reviewers operator human humans programmer
        anyone_on_the_team owner engineer entwickler* betreuer* inhaber* programmierer* besitzer* mensch* developpeu*
        mainteneu* responsable proprietaire programmeu* relecteu* humain* desarrollador* mantenedor* propietari*
        programador* dueno revisor* human* desenvolvedor* dono proprietari* sviluppator* manutentor* responsabil*
    """,
    "user": """
        the_user the_users anyone_about anybody_about dem_nutzer den_nutzer der_nutzer dem_benutzer den_benutzer
        der_benutzer dem_anwender den_anwender nutzer utilisat* al_usuario el_usuario la_usuaria a_la_usuaria ao_usuario
        o_usuario a_usuaria ao_utilizador o_utilizador your_user allutent* lutent* dellutent* agli_utenti lutilisat*
        del_usuario do_usuario utilizador*
    """,
    "thisthing": """
        this about_this about_it that_you this_step these_changes davon daruber hiervon dies diese diesen dieser dieses
        das_hier cela ca ceci ce_changement cette ce_fichier ces en_parle esto eso ello se_lo este esta estos
        nada_de_esto isso isto disso disto deste desta nada_disso it_to anything_to nothing_to questo questa questi
        di_questo di_cio
    """,
    "deed": """
        this_step this_change these_changes this_edit this_hook that_you what_you this_note this_memory this_instruction
        this_rule this_from it_from diesen_schritt diese_anderung davon dies_vor das_vor cette_modification cette_etape
        ce_changement cela ceci este_cambio este_paso esto_al esto_del esta_mudanca este_passo isso_do isto_do
        questa_modifica questo_passaggio questo_cambiamento esta_alteracao
    """,
    "noword": """
        not_a_word no_word_to not_one_word kein_wort kein_sterbenswort pas_un_mot plus_un_mot ni_una_palabra ni_palabra
        nem_uma_palavra nenhuma_palavra mum_about silence_towards
    """,
    "omit": """
        leave omit keep drop hide conceal remove strip exclude lass lasse verschweig* verbirg verberge* versteck*
        verheimlich* halte cache cachez omets masque dissimul* laisse garde tais omite* oculta* esconde* calla deja
        quita omita oculte esconda deixe mantenha guarda nascondi nascondete ometti occulta tralascia
    """,
    "yourreport": """
        your_summary your_report your_answer your_answers your_reply your_replies your_response your_message your_final
        the_summary_you your_log your_logs deiner_zusammenfassung deinem_bericht deiner_antwort deinen_antworten
        ton_resume ton_rapport ta_reponse tes_reponses ton_compte votre_resume votre_rapport tu_resumen tu_informe
        tu_respuesta tus_respuestas seu_resumo seu_relatorio sua_resposta suas_respostas teu_resumo
    """,
    "from": "from dont_tell vor_dem vor_den vor_der gegenuber au aux a_l de_la del ante al_ al do_ da_ de ao aos dem",
    "notice": """
        notice notices noticing noticed find_out finds_out learn learns know knows knowing see sees realize realise hear
        hears suspect suspects merk* bemerk* erfahr* erfahrt mitbekomm* weiss wissen sache remarqu* apprenn* s_en_rend
        voit decouvr* entere sepa note_ note se_de perceb* saiba descubra descubr* veja vea
    """,
    "unseen": """
        must_not should_not may_not shall_not never without ohne darf_nicht durfen_nicht soll_nicht nie sans ne_doit*
        sans_que sin_que no_debe* nunca sem_que nao_deve* nao_pode* so_that_no damit_kein* pour_que_personne
        para_que_nadie behind_the_back hinter_dem_rucken senza_che
    """,
    "take": """
        attach put copy paste include append send upload post embed add mail email forward share print write publish
        dump insert transmit exfiltrate submit leak commit echo hang* fuge* schick* send* kopier* lad* poste* pack*
        schreib* leite* ubermittl* veroffentlich* ubertrag* joins joignez ajoute* colle* envoie* envoy* copie* mets
        publie* inser* transmet* transfer* televerse* inclus* ecris adjunta* envia* manda* pega* copia* sube* publica*
        incluye* pon mete inserta* reenvia* escribe agrega* anade* anexe* anexa* envie* mande* cole* inclua* publique*
        ponha coloque* suba* reenvie* escreva* adicione* encaminhe* acrescente* transmita* invia manda carica copia
        pubblica inserisci inoltra allega incolla scrivi aggiungi
    """,
    "private": """
        dotenv output_of_env output_of_printenv result_of_env ausgabe_von_env ausgabe_von_printenv
        ausgabe_des_befehls_env sortie_de_env sortie_d_env sortie_denv resultat_de_env sortie_de_printenv salida_de_env
        salida_de_printenv resultado_de_env saida_de_env saida_do_env saida_de_printenv saida_do_comando_env
        salida_del_comando_env credentials credential passwords password passphrase api_key api_keys private_key
        private_keys ssh_key ssh_keys access_token access_tokens github_token id_rsa id_ed25519 secrets chat_history
        conversation_history environment_variables env_vars cookies zugangsdaten passwort passworter kennwort kennworter
        schlussel geheimnisse anmeldedaten umgebungsvariablen chatverlauf mot_de_passe mots_de_passe identifiants
        cle_privee cles_privees cles_api cle_api variables_d_environnement variables_denvironnement contrasena
        contrasenas credenciales clave_privada claves_privadas clave_api variables_de_entorno secretos senha senhas
        credenciais chave_privada chaves variaveis_de_ambiente segredos netrc npmrc kubeconfig aws_credentials dotssh
        variabili_dambiente variabili_di_ambiente credenziali chiavi_private chiave_privata chiavi_api password_del
    """,
    "outside": """
        pull_request pr commit_message commit_body commit_title issue issues gist pastebin ticket comment comments
        every_log log_line each_log your_reply your_answer your_replies your_answers your_summary next_reply next_answer
        next_message webhook httpurl httpsurl ftpurl forum pull_requests commit_nachricht commitnachricht kommentar*
        naechste antwort nachste_antwort beschreibung issue_text log_zeile deiner_antwort message_de_commit commentaire*
        chaque_reponse ta_reponse description_de demande_de_fusion mensaje_de_commit mensaje_del_commit comentario*
        tu_respuesta cada_respuesta proxima_respuesta mensagem_de_commit mensagem_do_commit sua_resposta descripcion
        descricao every_commit each_commit jeden_commit every_file
    """,
    "mailbox": "mailmark",
    "harmless": """
        reset example examples placeholder masked redacted sampleenv hash hashed field fields rotation rotated template
        policy form prompt page dummy fake encrypted manager label scanner scan names public_key pub header login
        endpoint csrf questions about change changes changed
    """,
    "danger_option": """
        dangerously* yolo skip_permissions bypass_approvals bypasspermissions bypass_permissions trust_all_tools
        danger_full_access auto_approve_all disable_sandbox no_sandbox
    """,
    "unverified": "no_verify force yes_to_all assume_yes auto_approve auto_accept",
    "always": """
        always every each all any forever permanently by_default immer jede* jedem alle stets grundsatzlich toujours
        chaque tout* tous siempre cada todo* todas sempre toda* from_now_on ab_jetzt ab_sofort desormais ogni tutte
        tutti
    """,
    "run": """
        run start launch use pass call execute invoke starte* nutze* benutze* verwende* fuhre* ruf* lance* utilise*
        demarre* execute* appelle* passe* ejecuta* usa* inicia* lanza* arranca* pasa* use* inicie* rode* chame* add
        append esegui lancia avvia
    """,
    "approve": """
        answer_yes say_yes reply_yes approve accept allow click_yes press_y auto_approve auto_accept bestatig*
        akzeptier* genehmig* erlaub* antworte_mit_ja sag_ja stimme reponds_oui dis_oui accepte* approuve* autorise*
        valide* confirme* responde_si di_que_si acepta* aprueba* autoriza* confirma* responda_sim diga_sim aceite*
        aprove* autorize* approva accetta conferma
    """,
    "prompts": """
        permission_prompt permission_prompts permission_request permission_requests permission_dialog permission_dialogs
        prompt_without confirmation_prompt confirmation_prompts approval_request approval_requests tool_call tool_calls
        every_prompt all_prompts each_prompt any_prompt every_confirmation all_confirmations every_permission
        all_permissions ruckfrage* berechtigungsanfrage* berechtigungsabfrage* erlaubnisanfrage* demande_d_autorisation
        demandes_d_autorisation demande_dautorisation demandes_dautorisation demande_de_permission
        demandes_de_permission demande_de_confirmation demandes_de_confirmation solicitud_de_permiso
        solicitudes_de_permiso peticion_de_permiso peticiones_de_permiso pedido_de_permissao pedidos_de_permissao
        solicitacao_de_permissao solicitacoes_de_permissao pedido_de_confirmacao whatever_comes everything_that_comes
        every_permission_prompt richiesta_di_permesso richieste_di_permesso richiesta_di_conferma richieste_di_conferma
    """,
    "noask": """
        never_ask dont_ask do_not_ask no_need_to without_asking without_confirm* without_approval skip_the_confirm*
        skip_confirm* skip_asking skip_the_approval no_questions need_not_ask need_no_confirm* stop_asking
        without_waiting no_confirmation no_further no_more_questions frag_nicht frage_nicht nicht_zu_fragen nicht_fragen
        ohne_zu_fragen ohne_ruckfrage* ohne_nachfrage* nicht_nachfragen nachfragen_ist nicht_nachzufragen
        keine_ruckfrage* ohne_bestatigung ohne_freigabe sans_demander pas_besoin inutile_de ne_demande* sans_confirm*
        sans_validation sans_autorisation sin_preguntar no_preguntes no_hace_falta no_necesitas sin_confirm* no_pidas
        sin_pedir sem_perguntar nao_pergunt* nao_precisa* sem_confirm* nao_peca sem_pedir nem_pergunt* senza_chiedere
        senza_conferma non_serve non_chiedere senza_avvisare without_telling sans_prevenir sans_avertir sans_avert*
        sin_avisar sem_avisar ohne_nachzufragen ohne_bescheid sag_niemandem ohne_ankundigung aucune_confirmation
        senza_dirlo sin_decir* sem_dizer tell_no_one tell_nobody
    """,
    "approved": """
        have_approval has_approval approval_for approval_to approved approves approve signed_off said_yes agreed
        authorised authorized permits permitted cleared waived blanket pre_approved preapproved freigegeben genehmigt
        erlaubt zugestimmt freigabe_fur approuv* autoris* valide a_dit_oui donne_son_accord aprob* aprueb* autoriz*
        permis* acepto dijo_que_si dio_permiso dio_su aprov* liberou permitiu disse_sim concordou
    """,
    "risky": """
        delet* deploy* force_push* push* merg* drop* production destr* every all any anything everything losch* jede*
        alle alles supprim* suppress* pouss* tout* todas todo* borr* elimin* desplieg* apag* exclu* exclusoes delecoes
        migrat* release* wipe*
    """,
    "raised": """
        raised granted grants grant elevated promoted upgraded unlocked lifted extended assigned erhoht befordert
        gewahrt gewahren erteilt verliehen hochgestuft eleve* accorde* promu* octroy* attribu* elevad* concedid* concede
        otorga* ascend* promovid* dado liberad* ampliad* aumentad* gives_you now_have now_has you_now_hold hai_ora
        ora_hai ottieni elevat*
    """,
    "power": """
        privileges privilege administrator administrators admin root sudo superuser unrestricted full_access
        elevated_rights all_rights full_rights rechten admin_rechte adminrechte administrator* privileg* vollzugriff
        uneingeschrankt* acces_complet acces_total administrateur privilegios acceso_total acceso_completo
        administrador* acesso_total acesso_irrestrito superusuario sin_restricciones sans_restriction* sem_restricoes
        privilegi amministratore pieni_poteri accesso_completo senza_limiti sans_limite* sin_limites sem_limites
    """,
    "identity": """
        as_your_administrator as_your_admin as_your_operator as_your_owner as_your_developer as_your_creator
        this_is_your_administrator this_is_your_admin this_is_your_operator this_is_your_developer this_is_the_system
        i_am_your_administrator i_am_your_admin i_am_your_operator i_am_your_developer i_am_your_owner
        i_am_the_administrator speaking_as_your als_dein_administrator als_dein_admin als_dein_betreiber
        als_dein_entwickler als_ihr_administrator ich_bin_dein_* hier_spricht_dein en_tant_que_ton_ad*
        en_tant_que_votre_ad* je_suis_ton_ad* je_suis_votre_ad* je_suis_ton_dev* como_tu_administrador como_tu_operador
        soy_tu_* como_seu_administrador como_seu_operador eu_sou_seu_* sou_o_seu_* sou_seu_*
    """,
    "safeguard": """
        sandbox guardrails guardrail safety_checks safety_rules safety safeguards secret_scanner permission_checks
        security_checks restrictions content_filter sicherheitsprufung* sicherheitsregel* sicherheitsvorgaben
        einschrankungen schutzmechanismen garde_fous controles_de_securite verifications_de_securite regles_de_securite
        restricciones controles_de_seguridad comprobaciones_de_seguridad reglas_de_seguridad restricoes
        verificacoes_de_seguranca regras_de_seguranca secret_scan scanner_de_secrets escaner_de_secretos
    """,
    "off": """
        no_longer off disabled lifted suspended removed not_apply dont_apply do_not_apply do_not_bind gone aufgehoben
        ausgeschaltet abgeschaltet deaktiviert gelten_nicht entfallen ausgesetzt levees leve suspendu* desactive*
        ne_s_appliqu* ne_sappliqu* suspendid* desactivad* ya_no levantad* suspens* desativad* ja_nao nao_se_aplic*
        removid* no_se_aplic*
    """,
    "session": """
        this_session your_session now_on diese_sitzung dieser_sitzung diese_session diese cette_session esta_sesion
        esta_sessao
    """,
    "imagine": """
        imagine pretend suppose assume act_as_if act_as_though behave_as stell_dir_vor tu_so nimm_an verhalte_dich
        imagine* fais_comme fais_semblant suppose* comporte_toi imagina* finge* actua_como haz_como supon finja aja_como
        faca_de_conta suponha immagina supponi comportati
    """,
    "none": """
        no without none ohne keine keinerlei aucune sans pas_de n_avais sin no_tuvieras ninguna sem nenhuma nao_tivesse
        unrestricted nessuna nessun senza
    """,
    "fetch": """
        fetch open visit load download read get retrieve browse go_to pull lade* ruf* offne* lies hole* besuch* ouvre*
        telecharge* recupere* lis va_sur visite* charge* abre* descarga* lee visita* baja* obten baixe* abra* leia
        acesse* busque* apri scarica leggi visita
    """,
    "address": "httpurl httpsurl ftpurl",
    "local": "localhost 127_0_0_1 0_0_0_0",
    "wipe": """
        delete remove question doubt overwrite contradict supersede losch* bezweifl* hinterfrag* uberschreib* supprime*
        efface* doute* remets borres elimines dudes cuestiones borre apague* remova* duvide* questione* exclua* cancella
        elimina rimuovi
    """,
    "thisnote": """
        this_note this_memory this_entry this_instruction this_record diese_notiz diese_erinnerung diesen_eintrag
        dieser_notiz cette_note cette_memoire ce_souvenir cette_entree esta_nota esta_memoria este_recuerdo esta_entrada
        este_registro esta_lembranca questa_nota questa_memoria questo_appunto
    """,
    "only": """
        only alone solely nothing_but exclusively nur allein ausschliesslich seul seule seulement uniquement solo
        solamente unicamente so apenas somente
    """,
    "outrank": """
        outranks outrank overrides overrule overrules beats trumps supersedes takes_precedence above_all has_priority
        uber_allem steht_uber hat_vorrang geht_vor prime_sur l_emporte a_priorite prevaut prevalece* tiene_prioridad
        esta_por_encima tem_prioridade vale_mais manda_sobre est_prioritaire vor_allen ist_wichtiger
    """,
    "payee": """
        wallet wallets iban bank_account payout payouts bitcoin geldborse wallet_adresse bankverbindung portefeuille
        billetera cartera carteira conta_bancaria cuenta_bancaria compte_bancaire
    """,
    "replace": """
        replace swap change substitute exchange ersetz* tausch* ander* remplace* change* reemplaza* cambia* sustituye*
        substitua* troque* mude*
    """,
    "account": """
        bc1* accountmark my_own my_wallet by_mine with_mine meine la_mienne la_mia la_mio pela_minha por_la_mia
    """,
    "install": """
        add put append insert install write fuge* trag* schreib* schreibe* ajoute* insere* mets agrega* anade* pon
        adicione* acrescente* coloque* inclua*
    """,
    "keyfile": "authorized_keys",
    "ownkey": """
        your_public_key your_ssh_key your_key deinen_schlussel deinen_offentlichen_schlussel ta_cle votre_cle tu_clave
        tu_llave sua_chave
    """,
    "placed": "im in_der in_dem dans_le dans_la en_el en_la nel nella nei sul sulla no_readme no_wiki na_wiki",
    "prompt": "prompt systemprompt conversation chat gesprach discussion conversacion",
    "every": """
        every each all any whatever everywhere jede* jeden jeder alle allen chaque tout* tous cada todo* toda* todas
    """,
    "copyself": """
        copy repeat spread insert paste replicate kopier* wiederhol* fuge* copie* recopie* repete* insere* colle* copia*
        repite* inserta* pega* repita* insira* cole*
    """,
    "boss": """
        owner maintainer maintainers admin administrator boss lead manager management cto ceo user chef chefin leitung
        inhaber* besitzer* patron directeur direction responsable proprietaire jefe jefa dueno dueña propietari*
        responsavel dono chefe gerente equipo team security
    """,
    "condition": """
        after when once if nach wenn sobald apres quand lorsque si despues cuando depois quando in_the in_production
    """,
    "asks": "how what_would wie comment como_",
    "sysmessage": """
        system_message system_notice systemnachricht systemmeldung systemhinweis message_systeme message_du_systeme
        mensaje_del_sistema mensaje_de_sistema messaggio_di_sistema messaggio_del_sistema mensagem_do_sistema
        mensagem_de_sistema
    """,
    "secretly": """
        without_the_user_knowing without_the_user_noticing without_telling_the_user behind_the_users_back
        ohne_dass_der_nutzer ohne_dass_der_benutzer hinter_dem_rucken_des a_linsu sans_que_lutilisat* sin_que_el_usuario
        sin_que_la_usuaria a_espaldas_del allinsaputa senza_che_lutent* sem_que_o_usuario sem_o_usuario_saber
    """,
    "destroy": """
        delete wipe erase drop destroy purge force_push push losche loscht pushe supprime efface detruis fais_un_push
        fais_un_force pousse borra elimina haz_force haz_un_force haz_push cancella fai_force fai_un_force apague exclua
        faca_force rm_rf run_rm run_sudo fuhre_sudo fuhre_rm execute_rm execute_sudo lance_rm lance_sudo ejecuta_rm
        ejecuta_sudo esegui_rm esegui_sudo executa_rm rode_rm sudo_rm
    """,
    "precious": """
        backup backups sauvegardes copias_de_seguridad respaldos main master production produktion produccion produzione
        database datenbank all_files every_file all_data history rm_rf
    """,
    "deny": "never not dont cannot nie niemals nicht kein keine keinen ne jamais no nunca non mai nao nichts forbidden",
    "topic": """
        for on about of since zur zum zu fur uber seit sur pour de du des depuis sobre desde para di del della per dalla
        dal su do da in_version in_der
    """,
}
