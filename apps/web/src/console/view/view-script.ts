import type { OperatorView } from '@foyer/contract/api/activity';
import { RECORD_KEY, type SessionRecord } from '../../lib/session/record.ts';
import { enterView } from './view-page.ts';

const VIEW = '/api/auth/operator-view';

const words = {
  en: {
    bar: ({ customer, operator }: OperatorView, time: string) =>
      `Read-only view of ${customer} for operator ${operator} until ${time}`,
    waiting: 'Read-only view',
    end: 'End',
    over: 'This read-only view is over. You can close this tab.',
  },
  de: {
    bar: ({ customer, operator }: OperatorView, time: string) =>
      `Nur-Lese-Ansicht von ${customer} für Operator ${operator} bis ${time}`,
    waiting: 'Nur-Lese-Ansicht',
    end: 'Beenden',
    over: 'Diese Nur-Lese-Ansicht ist vorbei. Sie können diesen Tab schließen.',
  },
};
const language = document.documentElement.lang === 'de' ? 'de' : 'en';
const text = words[language];

const styled = <Tag extends 'div' | 'button' | 'span' | 'p'>(tag: Tag, style: string) => {
  const element = document.createElement(tag);
  element.style.cssText = style;
  return element;
};

const over = () => {
  sessionStorage.removeItem(RECORD_KEY);
  // no script of the portal may start, or go on
  window.stop();
  const message = styled('p', 'font:16px/24px sans-serif;margin:48px 24px;text-align:center');
  message.textContent = text.over;
  const body = document.createElement('body');
  body.append(message);
  document.documentElement.replaceChildren(document.createElement('head'), body);
};

const showBar = ({ accessToken, accessExpiresAt }: SessionRecord) => {
  const headers = { 'x-is-at': accessToken };
  const bar = styled(
    'div',
    'position:fixed;inset:auto 0 0 0;z-index:2147483647;display:flex;gap:12px;align-items:center;justify-content:center;padding:8px 16px;background:#8a2b06;color:#fff;font:500 14px/20px sans-serif',
  );
  bar.setAttribute('role', 'status');
  const label = document.createElement('span');
  label.textContent = text.waiting;
  const end = styled(
    'button',
    'min-height:32px;padding:4px 16px;border:1px solid #fff;border-radius:8px;background:none;color:#fff;font:inherit;cursor:pointer',
  );
  end.type = 'button';
  end.textContent = text.end;
  const finish = () => {
    void fetch(VIEW, { method: 'DELETE', headers, keepalive: true }).catch(() => {});
    over();
  };
  end.onclick = finish;
  bar.append(label, end);
  document.body.append(bar);
  document.body.style.paddingBottom = '64px';
  setTimeout(over, accessExpiresAt - Date.now());
  fetch(VIEW, { headers })
    .then(async (answer) => {
      if (answer.status === 401) return over();
      const view = (await answer.json()) as OperatorView;
      const time = new Date(accessExpiresAt).toLocaleTimeString(language, {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      });
      label.textContent = text.bar(view, time);
    })
    .catch(() => {}); // the bar stays, without the names
};

const record = enterView();
if (record) addEventListener('DOMContentLoaded', () => showBar(record));
else over();
