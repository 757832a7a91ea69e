import type { securityEn } from './security-en.ts';

const reset =
  'Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest: Wählen Sie bei der Anmeldung „Passwort vergessen?“.';

/** The German words of mails about the account itself. */
export const securityDe: typeof securityEn = {
  hello: (name) => `Guten Tag, ${name}!`,
  labels: {
    when: 'Wann',
    device: 'Gerät',
    place: 'Ort',
    address: 'Netzwerkadresse',
    newEmail: 'Neue Adresse',
    oldEmail: 'Alte Adresse',
    codesLeft: 'Übrige Codes',
    passkey: 'Passkey',
    networks: 'Zugelassene Netzwerke',
    billingAddress: 'Rechnungsadresse',
    credit: 'Restliches Guthaben',
    passkeysRemoved: 'Entfernte Passkeys',
    passkeysKept: 'Passkeys, die weiterhin anmelden',
    removed: 'Entfernt',
  },
  methods: {
    passkeys: 'Passkeys',
    twoStep: 'Zwei-Faktor-Authentifizierung',
    recoveryCodes: 'Wiederherstellungscodes',
    networks: 'Beschränkung auf bestimmte Netzwerke',
    devices: 'bekannte Geräte',
  },
  links: { security: 'Sicherheitseinstellungen prüfen', address: 'Adresse ansehen', signIn: 'Anmelden' },
  mails: {
    verify_email: {
      title: 'Bestätigen Sie Ihre E-Mail-Adresse',
      what: 'Jemand hat diese Adresse für ein Konto bei uns angegeben. Wenn Sie das waren, bestätigen Sie, dass es Ihre ist.',
      more: 'Der Link gilt einmal und 24 Stunden lang. Ein neuerer ersetzt ihn.',
      notYou: 'Wenn Sie das nicht waren, öffnen Sie den Link nicht. Ohne ihn wird die Adresse nie bestätigt.',
      link: 'E-Mail-Adresse bestätigen',
    },
    registered_again: {
      title: 'Sie haben bereits ein Konto',
      what: 'Jemand wollte mit dieser Adresse ein Konto erstellen. Sie gehört zu Ihrem Konto; es wurde nichts erstellt und nichts geändert.',
      more: 'Melden Sie sich wie gewohnt an. Wenn Sie Ihr Passwort nicht kennen, wählen Sie dort „Passwort vergessen?“.',
      notYou: 'Wenn Sie das nicht waren, ist nichts zu tun.',
    },
    password_reset: {
      title: 'Neues Passwort festlegen',
      what: 'Jemand hat einen Link angefordert, um ein neues Passwort für Ihr Konto festzulegen.',
      more: 'Der Link gilt einmal und eine Stunde lang. Ein neuerer ersetzt ihn.',
      notYou: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist.',
      link: 'Neues Passwort festlegen',
    },
    password_reset_done: {
      title: 'Ihr Passwort wurde zurückgesetzt',
      what: 'Über den Link, den wir Ihnen gesendet haben, wurde ein neues Passwort festgelegt. Sie wurden überall abgemeldet.',
      notYou: `${reset} Wer das getan hat, kann Ihre E-Mails lesen: Ändern Sie auch das Passwort Ihres Postfachs.`,
    },
    password_changed: {
      title: 'Ihr Passwort wurde geändert',
      what: 'Das Passwort Ihres Kontos wurde geändert. Sie wurden überall sonst abgemeldet.',
      notYou: reset,
    },
    email_change_confirm: {
      title: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      what: 'Jemand möchte sich ab jetzt mit dieser Adresse bei einem Konto bei uns anmelden.',
      more: 'Vor Ihrer Bestätigung ändert sich nichts. Der Link gilt einmal und eine Stunde lang. Ein neuerer ersetzt ihn.',
      notYou: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.',
      link: 'E-Mail-Adresse bestätigen',
    },
    email_change_requested: {
      title: 'Ihre E-Mail-Adresse soll geändert werden',
      what: 'Jemand, der Ihr Passwort kennt, möchte die E-Mail-Adresse Ihres Kontos ändern. Sie ändert sich, wenn der Link geöffnet wird, den wir an die neue Adresse gesendet haben.',
      notYou:
        'Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort: Das verhindert die Änderung und meldet alle anderen ab.',
    },
    email_changed: {
      title: 'Ihre E-Mail-Adresse wurde geändert',
      what: 'Die E-Mail-Adresse Ihres Kontos wurde geändert. Melden Sie sich ab jetzt mit der neuen an. Sie wurden überall abgemeldet.',
      notYou: 'Wenn Sie das nicht waren, schreiben Sie uns sofort, und zwar von der alten Adresse.',
    },
    mfa_enabled: {
      title: 'Zwei-Faktor-Authentifizierung eingeschaltet',
      what: 'Ab jetzt wird bei der Anmeldung nach einem Code aus Ihrer Authentifizierungs-App gefragt. Sie wurden überall sonst abgemeldet.',
      more: 'Bewahren Sie Ihre Wiederherstellungscodes dort auf, wo Sie sie auch ohne Ihr Telefon finden.',
      notYou: reset,
    },
    mfa_disabled: {
      title: 'Zwei-Faktor-Authentifizierung ausgeschaltet',
      what: 'Bei der Anmeldung wird nicht mehr nach einem Code aus Ihrer Authentifizierungs-App gefragt. Sie wurden überall sonst abgemeldet.',
      notYou: `${reset} Schalten Sie danach die Zwei-Faktor-Authentifizierung wieder ein.`,
    },
    mfa_lifted: {
      title: 'Unser Support hat die Zwei-Faktor-Authentifizierung ausgeschaltet',
      what: 'Unser Support hat die Zwei-Faktor-Authentifizierung Ihres Kontos auf Anfrage ausgeschaltet. Die Wiederherstellungscodes gelten nicht mehr. Sie wurden überall abgemeldet. Bei der Anmeldung wird nur nach Ihrem Passwort gefragt, bis Sie sie wieder einrichten.',
      more: 'Die Passkeys Ihres Kontos bleiben. Wenn einer auf einem verlorenen Gerät ist, entfernen Sie ihn.',
      notYou: `${reset} Schreiben Sie uns danach.`,
    },
    sign_in_methods_removed: {
      title: 'Wir haben Anmeldemethoden aus Ihrem Konto entfernt',
      what: 'Ihre E-Mail-Adresse ist jetzt bestätigt. Die unten genannten Anmeldemethoden wurden vorher hinzugefügt, als wir noch nicht wussten, wem die Adresse gehört. Wir haben sie entfernt, und alle Geräte sind abgemeldet.',
      more: 'Wenn Sie sie selbst hinzugefügt haben, melden Sie sich an und fügen Sie sie wieder hinzu.',
      notYou: reset,
    },
    recovery_codes_created: {
      title: 'Sie haben neue Wiederherstellungscodes',
      what: 'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.',
      notYou: reset,
    },
    recovery_code_used: {
      title: 'Ein Wiederherstellungscode wurde verwendet',
      what: 'Jemand hat sich mit einem Ihrer Wiederherstellungscodes bei Ihrem Konto angemeldet. Dieser Code gilt nicht mehr.',
      notYou: `${reset} Erstellen Sie danach neue Wiederherstellungscodes.`,
    },
    passkey_added: {
      title: 'Ein Passkey wurde hinzugefügt',
      what: 'Ihrem Konto wurde ein Passkey hinzugefügt. Wer ihn hat, kann sich anmelden.',
      notYou: `${reset} Entfernen Sie danach den Passkey.`,
    },
    passkey_removed: {
      title: 'Ein Passkey wurde entfernt',
      what: 'Ein Passkey wurde aus Ihrem Konto entfernt. Mit ihm kann sich niemand mehr anmelden.',
      notYou: reset,
    },
    networks_limited: {
      title: 'Anmeldung nur noch aus bestimmten Netzwerken',
      what: 'Ab jetzt kann man sich bei Ihrem Konto nur noch aus den unten genannten Netzwerken anmelden.',
      notYou: `${reset} Schreiben Sie uns danach, falls Sie sich nicht anmelden können: Wir können die Beschränkung aufheben.`,
    },
    networks_opened: {
      title: 'Anmeldung wieder aus jedem Netzwerk',
      what: 'Die Anmeldung bei Ihrem Konto ist nicht mehr auf bestimmte Netzwerke beschränkt.',
      notYou: reset,
    },
    address_changed: {
      title: 'Ihre Rechnungsadresse wurde geändert',
      what: 'Unser Support hat die Rechnungsadresse Ihres Kontos geändert. Steuern und neue Belege richten sich ab jetzt nach dieser Adresse.',
      notYou: 'Wenn nicht Sie darum gebeten haben, schreiben Sie uns sofort.',
    },
    new_device: {
      title: 'Anmeldung mit einem neuen Gerät',
      what: 'Jemand hat sich mit einem Gerät, das wir nicht kannten, bei Ihrem Konto angemeldet.',
      notYou: reset,
    },
    sign_in_locked: {
      title: 'Die Anmeldung ist vorübergehend gesperrt',
      what: 'Jemand hat für Ihr Konto mehrmals ein falsches Passwort oder einen falschen Code eingegeben. Unbekannte Geräte müssen vor dem nächsten Versuch warten; niemand ist hineingekommen.',
      whatForLong:
        'Jemand hat für Ihr Konto hundertmal hintereinander ein falsches Passwort eingegeben. Unbekannte Geräte können sich wieder anmelden, wenn Sie ein neues Passwort festgelegt haben: Wählen Sie bei der Anmeldung „Passwort vergessen?“. Niemand ist hineingekommen.',
      more: 'Mit einem Gerät, mit dem Sie sich schon einmal angemeldet haben, können Sie sich weiterhin anmelden.',
      notYou:
        'Wenn Sie das nicht waren, achten Sie darauf, dass Sie Ihr Passwort nirgendwo sonst verwenden, und schalten Sie die Zwei-Faktor-Authentifizierung ein.',
    },
    step_up_locked: {
      title: 'Änderungen an Ihrem Konto sind vorübergehend gesperrt',
      what: 'Jemand, der bei Ihrem Konto angemeldet ist, hat vor einer Änderung mehrmals ein falsches Passwort oder einen falschen Code eingegeben. Bis zum nächsten Versuch muss gewartet werden; es wurde nichts geändert.',
      notYou:
        'Wenn Sie das nicht waren, hat jemand eines Ihrer Geräte oder eine Kopie seiner Anmeldung: Legen Sie sofort ein neues Passwort fest; dadurch werden Sie überall sonst abgemeldet.',
    },
    refresh_reused: {
      title: 'Wir haben eines Ihrer Geräte abgemeldet',
      what: 'Eine Ihrer Anmeldungen wurde zweimal verwendet, wie es bei einer Kopie der Fall wäre. Zur Sicherheit haben wir sie beendet; das Gerät muss sich neu anmelden.',
      notYou: reset,
    },
    export_ready: {
      title: 'Ihre Daten sind bereit',
      what: 'Die angeforderte Datei mit Ihren Daten ist bereit. Melden Sie sich an, um sie innerhalb von 7 Tagen herunterzuladen.',
      notYou: reset,
      link: 'Daten herunterladen',
    },
    account_closed: {
      title: 'Ihr Konto ist geschlossen',
      what: 'Ihr Konto wurde geschlossen. Abonnements sind beendet, es wird nichts mehr abgebucht, und Ihre personenbezogenen Daten sind gelöscht, außer dem, was wir nach dem Gesetz aufbewahren müssen.',
      notYou: 'Wenn Sie das nicht waren, schreiben Sie uns sofort.',
    },
  },
};
