import { HOTP, Secret, TOTP } from 'otpauth';
import QRCode from 'qrcode';
import type { OneTimeCodes } from '../services/identity/ports.ts';

const SECRET_BYTES = 20;

/** RFC 6238 with what every authenticator app takes for granted: SHA-1, six digits, half a minute. */
export const oneTimeCodes: OneTimeCodes = {
  newSecret: () => new Secret({ size: SECRET_BYTES }).base32,
  codeAt: (secret, step) => HOTP.generate({ secret: Secret.fromBase32(secret), counter: step }),
  qrCode: (secret, issuer, account) =>
    QRCode.toDataURL(new TOTP({ secret: Secret.fromBase32(secret), issuer, label: account }).toString(), {
      errorCorrectionLevel: 'M',
      margin: 4,
      scale: 5,
    }),
};
