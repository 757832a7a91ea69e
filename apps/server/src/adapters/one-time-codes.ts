import { HOTP, Secret, TOTP } from 'otpauth';
import type { OneTimeCodes } from '../services/identity/ports.ts';

const SECRET_BYTES = 20;

/** One-time codes by RFC 6238 with the values that all authenticator apps support: SHA-1, six digits, 30 s. */
export const oneTimeCodes: OneTimeCodes = {
  newSecret: () => new Secret({ size: SECRET_BYTES }).base32,
  codeAt: (secret, step) => HOTP.generate({ secret: Secret.fromBase32(secret), counter: step }),
  qrCode: async (secret, issuer, account) => {
    // Loaded on demand, because a start needs no pictures.
    const { default: QRCode } = await import('qrcode');
    const address = new TOTP({ secret: Secret.fromBase32(secret), issuer, label: account }).toString();
    return QRCode.toDataURL(address, { errorCorrectionLevel: 'M', margin: 4, scale: 5 });
  },
};
