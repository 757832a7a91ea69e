import type { OperatorView } from '@foyer/contract/api/activity';
import type { ErrorBody } from '@foyer/contract/api/route';
import { RECORD_KEY, type SessionRecord } from '../../lib/session/record.ts';
import { enterView } from './view-page.ts';

const VIEW = '/api/auth/operator-view';

const texts = {
  en: {
    bar: ({ customer, operator }: OperatorView, time: string) =>
      `Read-only view of ${customer} for operator ${operator} until ${time}`,
    waiting: 'Read-only view',
    refused: 'This view is read-only: the server refused that, and nothing was changed.',
    end: 'End',
    over: 'This read-only view is over. You can close this tab.',
  },
  de: {
    bar: ({ customer, operator }: OperatorView, time: string) =>
      `Nur-Lese-Ansicht von ${customer} für Operator ${operator} bis ${time}`,
    waiting: 'Nur-Lese-Ansicht',
    refused: 'Diese Ansicht ist nur zum Lesen: Der Server hat das abgelehnt, und nichts wurde geändert.',
    end: 'Beenden',
    over: 'Diese Nur-Lese-Ansicht ist vorbei. Sie können diesen Tab schließen.',
  },
};
const language = document.documentElement.lang === 'de' ? 'de' : 'en';
const text = texts[language];

const createStyled = <Tag extends 'div' | 'button' | 'span' | 'p'>(tag: Tag, style: string) => {
  const element = document.createElement(tag);
  element.style.cssText = style;
  return element;
};

/** Shows that the view is over, in a page where no script of the portal has started. */
const showOver = () => {
  history.replaceState(null, '', '/#/');
  window.stop();
  const message = createStyled('p', 'font:16px/24px sans-serif;margin:48px 24px;text-align:center');
  message.textContent = text.over;
  const body = document.createElement('body');
  body.append(message);
  document.documentElement.replaceChildren(document.createElement('head'), body);
};

/** Leaves for a page without the portal. Its scripts would continue and open the sign-in of the customer. */
const leaveView = () => {
  sessionStorage.removeItem(RECORD_KEY);
  document.documentElement.style.display = 'none';
  location.replace('/view/');
};

/** Calls that begin, prolong or end a session. A view has no session, so they mean that it is over. */
const SESSION_CALL = /^\/api\/auth\/(tokens$|me\/security\/tokens\/)/;

/**
 * Passes the calls of the portal on. A call about the session or an answer 401 ends the view. A refused call is shown
 * in the bar, because the texts of the pages address customers. Returns the plain `fetch`.
 */
const watchCalls = (finish: () => void, onRefused: () => void) => {
  const send = window.fetch.bind(window);
  const never = new Promise<Response>(() => {});
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (SESSION_CALL.test(pathname)) {
      finish();
      return never;
    }
    const answer = await send(input, init);
    if (answer.status === 401) {
      leaveView();
      return never;
    }
    if (answer.status === 403) {
      const refusal = (await answer
        .clone()
        .json()
        .catch(() => null)) as ErrorBody | null;
      if (refusal?.error?.code === 'read_only') onRefused();
    }
    return answer;
  };
  return send;
};

const startView = ({ accessToken, accessExpiresAt }: SessionRecord) => {
  const headers = { 'x-is-at': accessToken };
  const label = document.createElement('span');
  let names = text.waiting;
  label.textContent = names;
  const endView = () => {
    void send(VIEW, { method: 'DELETE', headers, keepalive: true }).catch(() => {});
    leaveView();
  };
  const send = watchCalls(endView, () => {
    label.textContent = text.refused;
  });
  const showNames = () => {
    label.textContent = names;
  };
  // the refusal was about the previous page
  addEventListener('hashchange', showNames);
  // The browser may restore a page with the data of the customer from its cache.
  addEventListener('pageshow', ({ persisted }) => persisted && leaveView());
  setTimeout(leaveView, accessExpiresAt - Date.now());

  const showBar = () => {
    const bar = createStyled(
      'div',
      'position:sticky;top:0;z-index:2147483647;display:flex;gap:12px;align-items:center;justify-content:center;padding:2px 16px;background:#8a2b06;color:#fff;font:500 14px/20px sans-serif',
    );
    bar.setAttribute('role', 'status');
    const end = createStyled(
      'button',
      'min-height:28px;padding:2px 16px;border:1px solid #fff;border-radius:8px;background:none;color:#fff;font:inherit;cursor:pointer',
    );
    end.type = 'button';
    end.textContent = text.end;
    end.onclick = endView;
    bar.append(label, end);
    // At the top of the window: at the bottom it would cover the tabs of a phone and the pay button.
    document.body.prepend(bar);
    document.documentElement.style.scrollPaddingTop = '64px';
    fetch(VIEW, { headers })
      .then(async (answer) => {
        if (!answer.ok) return;
        const time = new Date(accessExpiresAt).toLocaleTimeString(language, {
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        });
        names = text.bar((await answer.json()) as OperatorView, time);
        showNames();
      })
      .catch(() => {}); // the bar stays without the names
  };
  addEventListener('DOMContentLoaded', showBar);
};

const record = enterView();
if (record) startView(record);
else showOver();
