import styles from './sign-in.module.css';

const WIDTH = 1440;

/** SVG path of an oscilloscope trace: one ripple with its highest amplitude right of the middle. */
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
export const SignInBackground = () => (
  <svg className={styles.background} viewBox={`0 0 ${WIDTH} 240`} preserveAspectRatio="none" aria-hidden="true">
    <path d={wave(52, 0)} strokeWidth="1.6" opacity="0.32" />
    <path d={wave(38, 40)} strokeWidth="1.3" opacity="0.22" />
    <path d={wave(22, 90)} strokeWidth="1" opacity="0.12" />
  </svg>
);
