import type { operatorEn } from './operator-en.ts';

/** German words of mails to operators about their own account (OP-01). */
export const operatorDe: typeof operatorEn = {
  link: 'Operatorbereich öffnen',
  mails: {
    operator_new_device: {
      title: 'Anmeldung am Operatorbereich mit einem neuen Gerät',
      what: 'Jemand hat sich mit einem Gerät, das wir nicht kannten, als Sie am Operatorbereich angemeldet.',
      notYou:
        'Wenn Sie das nicht waren, legen Sie sofort im Operatorbereich ein neues Passwort fest und informieren Sie eine Administratorin oder einen Administrator.',
    },
    operator_locked: {
      title: 'Die Anmeldung am Operatorbereich ist vorübergehend gesperrt',
      what: 'Jemand hat für Ihr Operatorkonto mehrmals ein falsches Passwort oder einen falschen Code eingegeben. Unbekannte Geräte müssen vor dem nächsten Versuch warten; niemand ist hineingekommen.',
      notYou: 'Wenn Sie das nicht waren, informieren Sie eine Administratorin oder einen Administrator.',
    },
    operator_password_changed: {
      title: 'Ihr Passwort für den Operatorbereich wurde geändert',
      what: 'Das Passwort Ihres Operatorkontos wurde geändert. Alle Ihre anderen Sitzungen sind beendet.',
      notYou:
        'Wenn Sie das nicht waren, informieren Sie sofort eine Administratorin oder einen Administrator: Das Konto kann gesperrt werden.',
    },
  },
};
