import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { config } from '../lib/config.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { chooseLanguage, otherLanguages } from '../ui/language-choice.ts';
import styles from './sign-in.module.css';

const WIDTH = 1440;

/** SVG path of a wave with its highest amplitude right of the middle. It suits the products of any vendor. */
const wave = (height: number, shift: number): string => {
  let path = '';
  for (let x = 0; x <= WIDTH; x += 6) {
    const swell = Math.exp(-(((x - 860) / 300) ** 2)) + 0.18;
    const y = 120 - height * swell * Math.sin((x + shift) / 43 + Math.sin(x / 190));
    path += `${path ? 'L' : 'M'}${x} ${y.toFixed(1)}`;
  }
  return path;
};

/** Decoration behind the form. */
const SignInBackground = () => (
  <svg className={styles.background} viewBox={`0 0 ${WIDTH} 240`} preserveAspectRatio="none" aria-hidden="true">
    <path d={wave(52, 0)} strokeWidth="1.6" opacity="0.32" />
    <path d={wave(38, 40)} strokeWidth="1.3" opacity="0.22" />
    <path d={wave(22, 90)} strokeWidth="1" opacity="0.12" />
  </svg>
);

const { privacy, support } = config.links;
const { supportEmail } = config.contacts;
const help = support ?? (supportEmail && `mailto:${supportEmail}`);

interface FrameProps {
  /** Title of the browser tab. */
  tab: string;
  title: ReactNode;
  about?: ReactNode;
  /** Reason of the visit, or error of the last attempt. Replaces `about` in a space that is kept for it. */
  message?: ReactNode;
  /** The user came from another page of the site, so the title takes the focus. */
  arrived: boolean;
  children: ReactNode;
  below?: ReactNode;
  /** Called before the page reloads in another language, to store what only this page has. */
  onLeave?: () => void;
}

/** Layout of the pages of the sign-in site: brand mark, title, card and footer. */
export const Frame = ({ tab, title, about, message, arrived, children, below, onLeave }: FrameProps) => {
  usePageTitle(tab);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrived) heading.current?.focus();
  }, [arrived]);
  return (
    <div className={styles.page}>
      <main className={styles.box}>
        <div className={styles.head}>
          <span className={`mark large ${styles.mark}`} aria-hidden="true">
            <BrandMark />
          </span>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <div className={styles.message}>{message || (about && <p>{about}</p>)}</div>
        </div>
        <div className={styles.card}>
          <SignInBackground />
          {children}
        </div>
        {below && <p className={styles.below}>{below}</p>}
      </main>
      <footer className={styles.foot}>
        {privacy && (
          <a href={privacy}>
            <Trans>Privacy policy</Trans>
          </a>
        )}
        {help && (
          <a href={help}>
            <Trans>Help</Trans>
          </a>
        )}
        {otherLanguages().map(({ language, name }) => (
          <button
            key={language}
            type="button"
            lang={language}
            onClick={() => {
              onLeave?.();
              chooseLanguage(language);
            }}
          >
            {name}
          </button>
        ))}
      </footer>
    </div>
  );
};
