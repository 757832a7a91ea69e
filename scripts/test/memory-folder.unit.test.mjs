import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './memory-folder.mjs';

const GIB = 2 ** 30;
const mounted = (options, freeBytes = 8 * GIB) => ({
  mountLines: () => ['/dev/sda / ext4 rw 0 0', `tmpfs /dev/shm tmpfs ${options} 0 0`, ''],
  freeBytes: () => freeBytes,
});

describe('temporaryFolder', () => {
  it('is the folder in memory when there is room', () => {
    expect(temporaryFolder({}, mounted('rw,nosuid,nodev'))).toBe('/dev/shm');
  });

  it('is what TMPDIR names', () => {
    expect(temporaryFolder({ TMPDIR: '/a folder' }, mounted('rw'))).toBe('/a folder');
  });

  it.each([
    ['programs may not be executed there', mounted('rw,noexec')],
    ['there is less than 4 GiB', mounted('rw', 4 * GIB - 1)],
    ['nothing is mounted there', { mountLines: () => ['/dev/sda / ext4 rw 0 0'], freeBytes: () => 8 * GIB }],
    [
      'the machine has no list of mounts',
      {
        mountLines: () => {
          throw new Error('no such file');
        },
        freeBytes: () => 8 * GIB,
      },
    ],
  ])('is left to the system if %s', (_, machine) => {
    expect(temporaryFolder({}, machine)).toBeNull();
  });
});
