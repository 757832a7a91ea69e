import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';

/** Encryption of backups in the format of age, which its own program reads too (https://age-encryption.org). */

/** First bytes of each encrypted file. */
export const AGE_BEGIN = Buffer.from('age-encryption.org/v1');

/** Cost of a guess at the passphrase: 2^18 rounds of scrypt, the default of age. */
const WORK_FACTOR = 18;

/** Makes a step of a pipeline that encrypts what it gets. */
export const encryptWith = (passphrase: string, workFactor = WORK_FACTOR) =>
  async function* (plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const encrypter = new Encrypter();
    encrypter.setPassphrase(passphrase);
    encrypter.setScryptWorkFactor(workFactor);
    yield* await encrypter.encrypt(ReadableStream.from(plain) as Parameters<typeof encrypter.encrypt>[0] & object);
  };

/** Decrypts a stream. Null if the passphrase does not fit. A changed or missing part throws while it is read. */
export const decryptWith = async (
  passphrase: string,
  stored: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array> | null> => {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return decrypter
    .decrypt(ReadableStream.from(stored) as Parameters<typeof decrypter.decrypt>[0] & object)
    .catch(() => null);
};
