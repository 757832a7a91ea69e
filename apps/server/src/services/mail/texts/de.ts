import type { en } from './en.ts';
import type { BillingTexts, OperatorTexts, PromotionValues, SecurityTexts } from './mail-text.ts';

const reset =
  'Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest: Wählen Sie bei der Anmeldung „Passwort vergessen?“.';

const legacy = 'Dies ist eine Altlizenz: Für sie gibt es keine Updates, keine Fehlerbehebungen und keine Hilfe mehr.';

/** Marks the subject of a mail that corrects an earlier one. */
const marked = (corrects: string | null, subject: string) => (corrects === null ? subject : `Korrektur: ${subject}`);
const replaced = (corrects: string | null) =>
  corrects !== null && `Seither hat sich etwas geändert. Diese Nachricht ersetzt die Nachricht vom ${corrects}.`;

const ifUnpaid = ({ kind, on }: { kind: 'pauses' | 'ends'; on: string }, what: string) =>
  kind === 'pauses'
    ? `${what} wird am ${on} pausiert, wenn Sie nicht vorher zahlen.`
    : `${what} endet am ${on}, wenn Sie nicht vorher zahlen.`;

const charged = (card: string | null, day: string) =>
  card !== null && `Der Betrag wurde am ${day} von ${card} abgebucht.`;

const freeTime = ({ freeTime: kind, until, plan, amount }: PromotionValues) =>
  kind &&
  {
    forGood: 'Dauerhaft kostenlos: Dafür wird nichts abgebucht.',
    ends: `Kostenlos bis ${until}. Danach gibt es keine automatische Verlängerung, und es wird nichts abgebucht.`,
    renews: `Kostenlos bis ${until}. Danach verlängert sich ${plan} für ${amount} einschließlich Steuer, wenn Sie die automatische Verlängerung nicht vorher ausschalten.`,
  }[kind];

/** Mails about money and subscriptions. The customer's name is put before the first paragraph. */
const billing: BillingTexts = {
  receipt: ({ amount, what, card, chargedOn, isLegacy, isOfEndedPlan }) => ({
    subject: amount === null ? `Beleg: ${what}` : `Beleg über ${amount}: ${what}`,
    heading: amount === null ? 'Keine Zahlung nötig' : `Sie haben ${amount} bezahlt`,
    paragraphs: [
      `Dies ist Ihr Beleg für ${what}.`,
      charged(card, chargedOn),
      isOfEndedPlan &&
        'Die Rechnung ist beglichen. Der Tarif ist beendet und beginnt durch diese Zahlung nicht wieder.',
      isLegacy && legacy,
    ],
    link: 'Beleg ansehen',
  }),
  recovered: ({ what, card, chargedOn, isLegacy }) => ({
    subject: `Vielen Dank: ${what} läuft weiter`,
    heading: `${what} läuft weiter`,
    paragraphs: [
      'Ihre Zahlung ist angekommen, und es ist nichts mehr offen. Dies ist Ihr Beleg.',
      charged(card, chargedOn),
      isLegacy && legacy,
    ],
    link: 'Beleg ansehen',
  }),
  payment_failed: ({
    amount,
    what,
    card,
    reason,
    retryOn,
    isVoid,
    stops,
    unlessPaid,
    hasNoCard,
    isPaused,
    isReminder,
    triedOn,
  }) => ({
    subject: isReminder
      ? `Erinnerung: ${amount} für ${what} sind noch offen`
      : `Ihre Zahlung über ${amount} am ${triedOn} ist fehlgeschlagen`,
    heading: isReminder ? `${amount} sind noch offen` : `Wir konnten ${amount} nicht abbuchen`,
    paragraphs: stops
      ? [
          `Für Ihre Adresse können wir keine Karte belasten. Für ${what} wurde nichts abgebucht, und mit dieser Adresse versuchen wir es nicht erneut.`,
          isPaused && `${what} ist pausiert, bis bezahlt ist.`,
          ifUnpaid(stops, what),
          'Stimmt die Adresse nicht, berichtigen Sie sie vorher. Andernfalls schreiben Sie uns.',
        ]
      : [
          card === null
            ? `Für die Zahlung von ${what} ist keine Karte hinterlegt.`
            : isReminder
              ? `Wir haben ${card} für ${what} nicht erneut belastet: Ihre Bank hat die Karte abgelehnt, und ein weiterer Versuch von uns kann nicht gelingen.${reason}`
              : `Die Zahlung für ${what} mit ${card} ist fehlgeschlagen.${reason}`,
          retryOn === null
            ? 'Es wurde nichts abgebucht.'
            : `Es wurde nichts abgebucht. Wir versuchen es am ${retryOn} erneut.`,
          isPaused && `${what} ist pausiert, bis bezahlt ist.`,
          unlessPaid &&
            `${card === null || isReminder || retryOn !== null ? '' : 'Diese Karte belasten wir nicht von uns aus erneut. '}${ifUnpaid(unlessPaid, what)}`,
          isVoid
            ? `Sie behalten den Tarif, den Sie vorher hatten. Möchten Sie ${what} weiterhin, ändern Sie Ihre Karte und wählen Sie den Tarif erneut.`
            : `${hasNoCard ? 'Fügen Sie eine Karte hinzu' : 'Ändern Sie Ihre Karte'}, und wir buchen den Betrag sofort ab.`,
          isReminder && !hasNoCard && 'Nimmt Ihre Bank diese Karte doch an, bezahlen Sie mit ihr auf Ihrer Startseite.',
        ],
    link: stops ? 'Adresse ansehen' : hasNoCard ? 'Karte hinzufügen' : 'Karte ändern',
  }),
  payment_overdue: ({ amount, what, stops, unlessPaid, isNotRetried, hasNoCard }) => ({
    subject: `${amount} überfällig: ${what} ist pausiert`,
    heading: `${what} ist pausiert`,
    paragraphs: stops
      ? [
          `Für Ihre Adresse können wir keine Karte belasten, deshalb sind ${amount} noch offen.`,
          ifUnpaid(stops, what),
          'Stimmt die Adresse nicht, berichtigen Sie sie und zahlen Sie dann. Es geht sofort weiter, und die Zeit, in der Ihr Abonnement pausiert war, wird an Ihren Zeitraum angehängt. Andernfalls schreiben Sie uns.',
        ]
      : [
          hasNoCard
            ? `Für die Zahlung von ${amount} ist keine Karte hinterlegt.`
            : isNotRetried
              ? `Ihre Karte wurde abgelehnt, und wir haben es nicht von uns aus erneut versucht. ${amount} sind noch offen.`
              : `Wir haben mehrmals vergeblich versucht, ${amount} abzubuchen.`,
          unlessPaid && ifUnpaid(unlessPaid, what),
          `${hasNoCard ? 'Fügen Sie eine Karte hinzu' : 'Ändern Sie Ihre Karte'}, und es geht sofort weiter. Die Zeit, in der Ihr Abonnement pausiert war, wird an Ihren Zeitraum angehängt.`,
        ],
    link: stops ? 'Adresse ansehen' : hasNoCard ? 'Karte hinzufügen' : 'Karte ändern',
  }),
  refunded: ({ amount }) => ({
    subject: `Wir haben ${amount} erstattet`,
    paragraphs: [
      `Wir haben ${amount} auf die Karte erstattet, mit der Sie bezahlt haben.`,
      'Die meisten Banken zeigen den Betrag innerhalb von 5 bis 10 Tagen an.',
    ],
    link: 'Zahlungen ansehen',
  }),
  credit_granted: ({ amount }) => ({
    subject: `Sie haben ${amount} Guthaben`,
    heading: `Wir haben Ihrem Kontoguthaben ${amount} gutgeschrieben`,
    paragraphs: [
      `Für Ihre nächsten Zahlungen verwenden wir zuerst dieses Guthaben. Nur den Rest buchen wir von Ihrer Karte ab.`,
    ],
    link: 'Zahlungen ansehen',
  }),
  credit_paid_out: ({ amount }) => ({
    subject: `Wir haben ${amount} Ihres Guthabens ausgezahlt`,
    heading: `Wir haben ${amount} ausgezahlt`,
    paragraphs: [
      `Wir haben Ihnen ${amount} Ihres Kontoguthabens ausgezahlt. Der Betrag steht nicht mehr auf Ihrem Konto.`,
    ],
    link: 'Zahlungen ansehen',
  }),
  card_saved: ({ card }) => ({
    subject: `${card} ist für Ihre Zahlungen gespeichert`,
    heading: `${card} ist gespeichert`,
    paragraphs: [
      `Ihre Zahlungen werden von nun an von ${card} abgebucht.`,
      'Wenn nicht Sie die Karte gespeichert haben, ändern Sie Ihr Passwort und wenden Sie sich an uns.',
    ],
    link: 'Zahlungen ansehen',
  }),
  card_expiring: ({ card, lastDay }) => ({
    subject: `${card} läuft am ${lastDay} ab`,
    heading: `${card} läuft bald ab`,
    paragraphs: [
      `Ihre Zahlungen werden von ${card} abgebucht. Diese Karte läuft am ${lastDay} ab.`,
      'Fügen Sie vorher Ihre neue Karte hinzu, damit nichts unterbrochen wird.',
    ],
    link: 'Karte ändern',
  }),
  card_expired: ({ card }) => ({
    subject: `${card} ist abgelaufen`,
    paragraphs: [
      `Ihre Zahlungen werden von ${card} abgebucht, und Ihre Bank lehnt die nächste vielleicht ab.`,
      'Fügen Sie Ihre neue Karte hinzu, damit nichts unterbrochen wird.',
    ],
    link: 'Karte ändern',
  }),
  renewal_notice: ({
    plan,
    nextPlan,
    day,
    amount,
    due,
    card,
    hasNoCard,
    replaces,
    credit,
    added,
    corrects,
    isLegacy,
  }) => {
    const heading = nextPlan === null ? `${plan} verlängert sich am ${day}` : `${nextPlan} beginnt am ${day}`;
    const charge = hasNoCard
      ? `Am ${day} sind ${due} einschließlich Steuer fällig. Dafür ist keine Karte hinterlegt.`
      : `Am ${day} buchen wir ${due} einschließlich Steuer${card === null ? '' : ` von ${card}`} ab.`;
    return {
      subject: marked(corrects, due === null ? heading : `${heading} für ${due}`),
      heading,
      paragraphs: [
        due === null ? `Am ${day} buchen wir nichts ab.` : charge,
        hasNoCard && 'Damit nichts unterbrochen wird, hinterlegen Sie vorher eine Karte.',
        nextPlan !== null && `Dieser Tarif ersetzt ${plan}.`,
        replaces !== null &&
          `Dieser Tarif ersetzt ${replaces}. Bezahlte Zeit, die Sie noch nicht genutzt haben, wird angerechnet.`,
        credit !== null && `${credit} von ${amount} werden mit Ihrem Kontoguthaben bezahlt.`,
        added !== null && `${added} werden Ihrem Kontoguthaben gutgeschrieben.`,
        isLegacy && legacy,
        replaced(corrects),
        nextPlan === null
          ? 'Sie können die automatische Verlängerung jederzeit vorher ausschalten; Ihren Tarif behalten Sie bis zu diesem Tag.'
          : 'Sie können den Wechsel jederzeit vor diesem Tag zurücknehmen.',
      ],
      link: hasNoCard ? 'Karte hinzufügen' : 'Abonnement verwalten',
    };
  },
  ending_notice: ({ plan, kind, day, advice, corrects }) => {
    const heading = {
      Trial: `Ihre Testphase von ${plan} endet am ${day}`,
      Promotion: `Ihre kostenlose Zeit mit ${plan} endet am ${day}`,
      Prepaid: `Ihre im Voraus bezahlte Zeit mit ${plan} endet am ${day}`,
      Paid: `Ihr Abonnement von ${plan} endet am ${day}`,
    }[kind];
    return {
      subject: marked(corrects, heading),
      heading,
      paragraphs: [
        `Sie endet am ${day} automatisch, und dafür wird nichts abgebucht.`,
        advice === 'addCard' && 'Sie geht nicht weiter, weil keine Karte hinterlegt ist.',
        advice === 'contact' && 'Sie geht nicht weiter, weil wir für Ihre Adresse keine Karte belasten können.',
        replaced(corrects),
        {
          addCard: 'Damit nichts unterbrochen wird, hinterlegen Sie vorher eine Karte.',
          contact: 'Damit nichts unterbrochen wird, schreiben Sie uns vorher.',
          redeem:
            'Damit nichts unterbrochen wird, lösen Sie vorher einen weiteren Code ein. Danach können Sie einen Tarif wählen.',
          choose:
            'Damit nichts unterbrochen wird, wählen Sie vorher einen Tarif oder schalten Sie die automatische Verlängerung ein.',
        }[advice],
      ],
      link: advice === 'addCard' ? 'Karte hinzufügen' : 'Abonnement verwalten',
    };
  },
  trial_started: ({ plan, until, renewal, amount }) => ({
    subject: `Ihre Testphase von ${plan} hat begonnen${until === null ? '' : ` und läuft bis ${until}`}`,
    heading: `Ihre Testphase von ${plan} hat begonnen`,
    paragraphs: [
      `Sie können ${until === null ? '' : `bis ${until} `}alles nutzen, was ${plan} bietet. Für die Testphase zahlen Sie nichts.`,
      renewal &&
        {
          off: 'Sie verlängert sich nur, wenn Sie die automatische Verlängerung einschalten.',
          paid: `Die automatische Verlängerung ist eingeschaltet: Am ${until} wird daraus ein kostenpflichtiger Tarif für ${amount} einschließlich Steuer. Kontoguthaben wird zuerst verwendet, den Rest buchen wir von Ihrer Karte ab. Bis dahin können Sie sie ausschalten.`,
          free: `Die automatische Verlängerung ist eingeschaltet, aber nach jetzigem Stand buchen wir am ${until} nichts ab.`,
          undecided: `Die automatische Verlängerung ist eingeschaltet. Was wir am ${until} abbuchen, hängt von einer Zahlung ab, die noch verarbeitet wird; Ihr Abonnement zeigt es, sobald es feststeht.`,
        }[renewal],
    ],
    link: 'Abonnement verwalten',
  }),
  subscription_ended: ({ plan, unpaid }) => ({
    subject: `${plan} ist beendet`,
    paragraphs: [
      unpaid === null
        ? `Ihr Abonnement von ${plan} ist beendet. Dafür wird nichts mehr abgebucht.`
        : `Ihr Abonnement von ${plan} ist beendet, weil ${unpaid.amount} nicht bezahlt wurden.`,
      unpaid &&
        (unpaid.isDue
          ? `${unpaid.amount} sind noch offen. Wir buchen sie nicht von uns aus ab. Ihre Zahlung begleicht die Rechnung; der Tarif beginnt dadurch nicht wieder.`
          : 'Es wurde nichts abgebucht, und es ist nichts offen.'),
    ],
    link: unpaid?.isDue ? 'Zahlungen ansehen' : 'Tarif wählen',
  }),
  request_accepted: ({ plan, added }) => ({
    subject: `Ihre Anfrage für ${plan} ist angenommen`,
    heading: `${plan} hat begonnen`,
    paragraphs: [
      `Wir haben Ihre Anfrage angenommen, und Sie können ${plan} ab jetzt nutzen. Der Tarif wird nach Vereinbarung abgerechnet und nie von Ihrer Karte abgebucht.`,
      'Er ersetzt, was Sie von diesem Produkt hatten.',
      added !== null &&
        `Für bezahlte Tage, die Sie nicht genutzt haben, haben wir Ihrem Guthaben ${added} gutgeschrieben.`,
    ],
    link: 'Abonnement ansehen',
  }),
  request_ended: ({ plan }) => ({
    subject: `Ihre Anfrage für ${plan} ist geschlossen`,
    paragraphs: [
      `Ihre Anfrage für ${plan} ist nicht mehr offen. Es hat nichts begonnen, und dafür wird nichts abgebucht.`,
      'Ihre bisherigen Tarife bleiben unverändert.',
    ],
    link: 'Abonnement ansehen',
  }),
  maintenance_ending: ({ plan, until }) => ({
    subject: `Die Wartung Ihrer Lizenz ${plan} endet am ${until}`,
    heading: `Die Wartung endet am ${until}`,
    paragraphs: [
      `Sie können jede Version von ${plan}, die vor dem ${until} erscheint, auf Dauer nutzen.`,
      'Um auch spätere Versionen zu nutzen, verlängern Sie Ihre Wartung. Eine Verlängerung beginnt, wo die jetzige Wartung endet; Sie verlieren also keine Tage, wenn Sie früh verlängern.',
    ],
    link: 'Wartung verlängern',
  }),
  maintenance_extended: ({ plan, until, amount, card }) => ({
    subject: `Die Wartung Ihrer Lizenz ${plan} ist bis ${until} verlängert`,
    heading: `Die Wartung ist bis ${until} verlängert`,
    paragraphs: [
      `Sie können jede Version von ${plan} nutzen, die vor dem ${until} erscheint.`,
      card !== null && `Wir haben ${amount} von ${card} abgebucht.`,
    ],
    link: 'Lizenz ansehen',
  }),
  promotion_redeemed: (promotion) => ({
    subject: `Ihre Aktion ${promotion.name} hat begonnen`,
    heading: 'Aktion eingelöst',
    paragraphs: [`Die Aktion ${promotion.name} ist jetzt auf Ihrem Konto.`, freeTime(promotion)],
    link: 'Zum Konto',
  }),
  review_opened: ({ answerBy, held }) => ({
    subject: 'Ihr Konto wird geprüft',
    paragraphs: [
      'US-Vorschriften verlangen von uns, Downloads dieser Software zu prüfen.',
      `Das dauert bis zu zwei US-Werktage. Wir melden uns ${answerBy === null ? 'bald' : `bis ${answerBy}`}. Bis dahin sind Downloads gesperrt.`,
      held !== null &&
        `Wir bewahren ${held} für Sie auf und fügen es Ihrem Konto hinzu, sobald die Prüfung abgeschlossen ist. Es wird nichts abgebucht.`,
    ],
    link: 'Zum Konto',
  }),
  review_cleared: () => ({
    subject: 'Die Prüfung Ihres Kontos ist abgeschlossen',
    heading: 'Ihr Konto ist freigegeben',
    paragraphs: [
      'Die Prüfung Ihres Kontos ist abgeschlossen. Sie können die Software jetzt herunterladen und aktualisieren.',
    ],
    link: 'Zum Konto',
  }),
  review_denied: () => ({
    subject: 'Zur Prüfung Ihres Kontos',
    heading: 'Wir können Ihnen diese Software nicht anbieten',
    paragraphs: [
      'US-Vorschriften erlauben es uns nicht, Ihnen diese Software anzubieten.',
      'Es wurde nichts abgebucht. Wenn Sie das für einen Irrtum halten, schreiben Sie uns.',
    ],
    link: null,
  }),
  held_applied: (promotion) => ({
    subject: `${promotion.name} ist jetzt auf Ihrem Konto`,
    paragraphs: [
      `Wir haben ${promotion.name} während der Prüfung für Sie aufbewahrt. Es ist jetzt auf Ihrem Konto.`,
      freeTime(promotion),
    ],
    link: 'Zum Konto',
  }),
  held_released: ({ name }) => ({
    subject: `${name} wurde nicht eingelöst`,
    paragraphs: [
      `Wir haben ${name} für Sie aufbewahrt und konnten es Ihrem Konto nicht hinzufügen.`,
      'Es wurde nichts abgebucht, und Ihr Code ist nicht verbraucht. Sie können ihn wieder einlösen.',
    ],
    link: 'Zum Konto',
  }),
};

/** Mails about the account and its security. */
const security: SecurityTexts = {
  verify_email: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    what: 'Bestätigen Sie diese E-Mail-Adresse, um Ihr Konto fertig einzurichten.',
    more: 'Der Link funktioniert einmal und läuft nach 24 Stunden ab. Wenn Sie einen weiteren anfordern, verwenden Sie den neuesten.',
    notYou: 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Die Adresse wird dann nicht bestätigt.',
    link: 'E-Mail-Adresse bestätigen',
  },
  invitation: {
    subject: 'Ihr Konto ist bereit',
    what: 'Wir haben ein Konto für Sie erstellt. Legen Sie ein Passwort fest, um sich anzumelden.',
    more: 'Der Link funktioniert einmal und läuft nach einer Stunde ab. Danach wählen Sie auf der Anmeldeseite „Passwort vergessen?“, um einen neuen zu erhalten.',
    notYou: 'Wenn Sie das nicht erwarten, ignorieren Sie diese E-Mail. Ohne Passwort ist keine Anmeldung möglich.',
    link: 'Passwort festlegen',
  },
  registered_again: {
    subject: 'Sie haben bereits ein Konto',
    what: 'Jemand wollte mit dieser Adresse ein Konto erstellen. Sie gehört zu Ihrem Konto; es wurde nichts erstellt und nichts geändert.',
    more: 'Melden Sie sich wie gewohnt an. Wenn Sie Ihr Passwort nicht kennen, wählen Sie dort „Passwort vergessen?“.',
    notYou: 'Wenn Sie das nicht waren, ist nichts zu tun.',
  },
  password_reset: {
    subject: 'Neues Passwort festlegen',
    what: 'Jemand hat einen Link angefordert, um ein neues Passwort für Ihr Konto festzulegen.',
    more: 'Der Link funktioniert einmal und läuft nach einer Stunde ab. Wenn Sie einen weiteren anfordern, verwenden Sie den neuesten.',
    notYou: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',
    link: 'Neues Passwort festlegen',
  },
  password_reset_done: {
    subject: 'Ihr Passwort wurde zurückgesetzt',
    what: 'Über den Link, den wir Ihnen gesendet haben, wurde ein neues Passwort festgelegt. Sie wurden auf allen Geräten abgemeldet.',
    notYou: `${reset} Wer das getan hat, kann Ihre E-Mails lesen: Ändern Sie auch das Passwort Ihres Postfachs.`,
  },
  password_changed: {
    subject: 'Ihr Passwort wurde geändert',
    what: 'Das Passwort Ihres Kontos wurde geändert. Sie wurden auf allen anderen Geräten abgemeldet.',
    notYou: reset,
  },
  email_change_confirm: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    what: 'Jemand möchte sich ab jetzt mit dieser Adresse bei einem Konto bei uns anmelden.',
    more: 'Vor Ihrer Bestätigung ändert sich nichts. Der Link funktioniert einmal und läuft nach einer Stunde ab. Wenn Sie einen weiteren anfordern, verwenden Sie den neuesten.',
    notYou: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.',
    link: 'E-Mail-Adresse bestätigen',
  },
  email_change_requested: {
    subject: 'Ihre E-Mail-Adresse soll geändert werden',
    what: 'Jemand, der Ihr Passwort kennt, möchte die E-Mail-Adresse Ihres Kontos ändern. Sie ändert sich, wenn der Link geöffnet wird, den wir an die neue Adresse gesendet haben.',
    notYou:
      'Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort: Das verhindert die Änderung und meldet alle anderen ab.',
  },
  email_changed: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    what: 'Die E-Mail-Adresse Ihres Kontos wurde geändert. Melden Sie sich ab jetzt mit der neuen an. Sie wurden auf allen Geräten abgemeldet.',
    more: 'Wenn diese E-Mail Passkeys oder eine Zwei-Faktor-Authentifizierung nennt, die nicht von Ihnen stammen, legen Sie ein neues Passwort fest und entfernen Sie sie.',
    notYou: 'Wenn Sie das nicht waren, schreiben Sie uns sofort, und zwar von der alten Adresse.',
  },
  mfa_enabled: {
    subject: 'Zwei-Faktor-Authentifizierung eingeschaltet',
    what: 'Ab jetzt wird bei der Anmeldung nach einem Code aus Ihrer Authentifizierungs-App gefragt. Sie wurden auf allen anderen Geräten abgemeldet.',
    more: 'Bewahren Sie Ihre Wiederherstellungscodes so auf, dass Sie auch ohne Ihr Telefon darauf zugreifen können.',
    notYou: reset,
  },
  mfa_disabled: {
    subject: 'Zwei-Faktor-Authentifizierung ausgeschaltet',
    what: 'Bei der Anmeldung wird nicht mehr nach einem Code aus Ihrer Authentifizierungs-App gefragt. Sie wurden auf allen anderen Geräten abgemeldet.',
    notYou: `${reset} Schalten Sie danach die Zwei-Faktor-Authentifizierung wieder ein.`,
  },
  mfa_lifted: {
    subject: 'Unser Support hat die Zwei-Faktor-Authentifizierung ausgeschaltet',
    what: 'Unser Support hat die Zwei-Faktor-Authentifizierung Ihres Kontos auf Anfrage ausgeschaltet. Die Wiederherstellungscodes gelten nicht mehr. Sie wurden auf allen Geräten abgemeldet. Bei der Anmeldung wird nur nach Ihrem Passwort gefragt, bis Sie sie wieder einrichten.',
    more: 'Die Passkeys Ihres Kontos bleiben. Wenn einer auf einem verlorenen Gerät ist, entfernen Sie ihn.',
    notYou: `${reset} Schreiben Sie uns danach.`,
  },
  sign_in_methods_removed: {
    subject: 'Wir haben Anmeldemethoden aus Ihrem Konto entfernt',
    what: 'Ihre E-Mail-Adresse ist jetzt bestätigt. Die unten genannten Anmeldemethoden wurden vorher hinzugefügt, und wir wissen nicht, ob von Ihnen. Wir haben sie entfernt, und alle Geräte sind abgemeldet.',
    more: 'Wenn Sie sie selbst hinzugefügt haben, melden Sie sich an und fügen Sie sie wieder hinzu.',
    notYou: reset,
  },
  recovery_codes_created: {
    subject: 'Sie haben neue Wiederherstellungscodes',
    what: 'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.',
    notYou: reset,
  },
  recovery_code_used: {
    subject: 'Ein Wiederherstellungscode wurde verwendet',
    what: 'Jemand hat sich mit einem Ihrer Wiederherstellungscodes bei Ihrem Konto angemeldet. Dieser Code gilt nicht mehr.',
    notYou: `${reset} Erstellen Sie danach neue Wiederherstellungscodes.`,
  },
  passkey_added: {
    subject: 'Ein Passkey wurde hinzugefügt',
    what: 'Ihrem Konto wurde ein Passkey hinzugefügt. Wer ihn hat, kann sich anmelden.',
    notYou: `${reset} Entfernen Sie danach den Passkey.`,
  },
  passkey_removed: {
    subject: 'Ein Passkey wurde entfernt',
    what: 'Ein Passkey wurde aus Ihrem Konto entfernt. Mit ihm kann sich niemand mehr anmelden.',
    notYou: reset,
  },
  networks_limited: {
    subject: 'Anmeldung nur noch aus bestimmten Netzwerken',
    what: 'Ab jetzt kann man sich bei Ihrem Konto nur noch aus den unten genannten Netzwerken anmelden.',
    notYou: `${reset} Schreiben Sie uns danach, falls Sie sich nicht anmelden können: Wir können die Beschränkung aufheben.`,
  },
  networks_opened: {
    subject: 'Anmeldung wieder aus jedem Netzwerk',
    what: 'Die Anmeldung bei Ihrem Konto ist nicht mehr auf bestimmte Netzwerke beschränkt.',
    notYou: reset,
  },
  address_changed: {
    subject: 'Ihre Rechnungsadresse wurde geändert',
    what: 'Unser Support hat die Rechnungsadresse Ihres Kontos geändert. Steuern und neue Belege richten sich ab jetzt nach dieser Adresse.',
    notYou: 'Wenn nicht Sie darum gebeten haben, schreiben Sie uns sofort.',
  },
  new_device: {
    subject: 'Anmeldung mit einem neuen Gerät',
    what: 'Wir haben eine Anmeldung bei Ihrem Konto von einem neuen Gerät bemerkt.',
    notYou: reset,
  },
  sign_in_locked: {
    subject: 'Die Anmeldung ist vorübergehend gesperrt',
    what: 'Jemand hat für Ihr Konto mehrmals ein falsches Passwort oder einen falschen Code eingegeben. Neue Geräte müssen vor dem nächsten Versuch warten. Niemand hat sich angemeldet.',
    whatUntilReset:
      'Jemand hat für Ihr Konto hundertmal hintereinander ein falsches Passwort eingegeben. Neue Geräte können sich wieder anmelden, wenn Sie ein neues Passwort festgelegt haben: Wählen Sie bei der Anmeldung „Passwort vergessen?“. Niemand hat sich angemeldet.',
    more: 'Mit einem Gerät, mit dem Sie sich schon einmal angemeldet haben, können Sie sich weiterhin anmelden.',
    notYou:
      'Wenn Sie das nicht waren, achten Sie darauf, dass Sie Ihr Passwort nirgendwo sonst verwenden, und schalten Sie die Zwei-Faktor-Authentifizierung ein.',
  },
  step_up_locked: {
    subject: 'Änderungen an Ihrem Konto sind vorübergehend gesperrt',
    what: 'Jemand, der bei Ihrem Konto angemeldet ist, hat vor einer Änderung mehrmals ein falsches Passwort oder einen falschen Code eingegeben. Bis zum nächsten Versuch muss gewartet werden; es wurde nichts geändert.',
    notYou:
      'Wenn Sie das nicht waren, hat jemand eines Ihrer Geräte oder eine Kopie seiner Sitzung: Legen Sie sofort ein neues Passwort fest; dadurch werden alle anderen Geräte abgemeldet.',
  },
  refresh_reused: {
    subject: 'Wir haben eines Ihrer Geräte abgemeldet',
    what: 'Eine Ihrer Sitzungen wurde an zwei Orten verwendet. Zur Sicherheit haben wir sie beendet. Das Gerät muss sich neu anmelden.',
    notYou: reset,
  },
  export_ready: {
    subject: 'Ihre Daten sind bereit',
    what: 'Die Kopie Ihrer Daten ist bereit. Melden Sie sich an, um sie innerhalb von 7 Tagen herunterzuladen.',
    notYou: reset,
    link: 'Daten herunterladen',
  },
  account_closing: {
    subject: 'Ihr Konto wird geschlossen',
    what: 'Ihr Konto wird geschlossen. Unser Zahlungsanbieter hat noch nicht bestätigt, dass Ihre Karte dort gelöscht ist. Die Karte ist nicht mehr in Ihrem Konto, und sie wird nicht mehr belastet. Sobald der Zahlungsanbieter bestätigt, schließen wir das Konto und schreiben Ihnen noch einmal.',
    more: 'Wenn Sie Ihr Konto behalten möchten, speichern Sie vorher eine Karte.',
    notYou: 'Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest: Damit halten Sie die Schließung an.',
    bySupport: {
      what: 'Unser Support schließt Ihr Konto. Unser Zahlungsanbieter hat noch nicht bestätigt, dass Ihre Karte dort gelöscht ist. Die Karte ist nicht mehr in Ihrem Konto, und sie wird nicht mehr belastet. Sobald der Zahlungsanbieter bestätigt, schließen wir das Konto und schreiben Ihnen noch einmal.',
      notYou: 'Wenn nicht Sie darum gebeten haben, schreiben Sie uns sofort.',
    },
  },
  account_closed: {
    subject: 'Ihr Konto ist geschlossen',
    what: 'Ihr Konto wurde geschlossen. Abonnements sind beendet, es wird nichts mehr abgebucht, und Ihre personenbezogenen Daten sind gelöscht, außer dem, was wir nach dem Gesetz aufbewahren müssen.',
    notYou: 'Wenn Sie das nicht waren, schreiben Sie uns sofort.',
    bySupport: {
      what: 'Unser Support hat Ihr Konto geschlossen. Abonnements sind beendet, es wird nichts mehr abgebucht, und Ihre personenbezogenen Daten sind gelöscht, außer dem, was wir nach dem Gesetz aufbewahren müssen.',
      notYou: 'Wenn nicht Sie darum gebeten haben, schreiben Sie uns sofort.',
    },
  },
};

/** Mails to operators about their own account. */
const operator: OperatorTexts = {
  operator_new_device: {
    subject: 'Anmeldung am Operatorbereich mit einem neuen Gerät',
    what: 'Wir haben eine Anmeldung am Operatorbereich mit Ihrem Konto von einem neuen Gerät bemerkt.',
    notYou:
      'Wenn Sie das nicht waren, legen Sie sofort im Operatorbereich ein neues Passwort fest und informieren Sie eine Administratorin oder einen Administrator.',
  },
  operator_locked: {
    subject: 'Die Anmeldung am Operatorbereich ist vorübergehend gesperrt',
    what: 'Jemand hat für Ihr Operatorkonto mehrmals ein falsches Passwort oder einen falschen Code eingegeben. Neue Geräte müssen vor dem nächsten Versuch warten. Niemand hat sich angemeldet.',
    notYou: 'Wenn Sie das nicht waren, informieren Sie eine Administratorin oder einen Administrator.',
  },
  operator_password_changed: {
    subject: 'Ihr Passwort für den Operatorbereich wurde geändert',
    what: 'Das Passwort Ihres Operatorkontos wurde geändert. Alle Ihre anderen Sitzungen sind beendet.',
    notYou:
      'Wenn Sie das nicht waren, informieren Sie sofort eine Administratorin oder einen Administrator: Das Konto kann gesperrt werden.',
  },
};

/** German texts of mails. */
export const de: typeof en = {
  questions: (email) => `Fragen? Schreiben Sie an ${email}.`,
  greeting: (name, text) => `Guten Tag, ${name}! ${text}`,
  hello: (name) => `Guten Tag, ${name}!`,
  receiptRows: {
    number: 'Beleg',
    subtotal: 'Zwischensumme',
    coupon: (code) => `Gutschein ${code}`,
    tax: (place, percent) => (place === '' ? `Steuer (${percent} %)` : `Steuer, ${place} (${percent} %)`),
    credit: 'Kontoguthaben',
    carried: 'Bisheriger Saldo',
    added: 'Ihrem Kontoguthaben gutgeschrieben',
    total: 'Summe',
  },
  badges: {
    paid: 'Bezahlt',
    nothingToPay: 'Keine Zahlung nötig',
    failed: 'Zahlung fehlgeschlagen',
    overdue: 'Überfällig',
    refunded: 'Erstattet',
    ended: 'Beendet',
  },
  manage: (plan) => `${plan} verwalten`,
  billing,
  facts: {
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
    plansStopped: 'Verlängert sich nicht mehr, weil für diese Adresse keine Karten angenommen werden',
    plansResumed: 'Verlängert sich wieder',
    credit: 'Restliches Guthaben',
    passkeysRemoved: 'Entfernte Passkeys',
    passkeysKept: 'Passkeys, die weiterhin gelten',
    kept: 'Weiterhin eingeschaltet',
    removed: 'Entfernt',
  },
  signInMethods: {
    passkeys: 'Passkeys',
    twoStep: 'Zwei-Faktor-Authentifizierung',
    recoveryCodes: 'Wiederherstellungscodes',
    networks: 'Beschränkung auf bestimmte Netzwerke',
    devices: 'bekannte Geräte',
  },
  links: {
    '/security': 'Sicherheitseinstellungen prüfen',
    '/address': 'Adresse ansehen',
    '/payments/method': 'Karte speichern',
    '/': 'Anmelden',
    '/operator/': 'Operatorbereich öffnen',
  },
  security,
  operator,
};
