import { join } from 'node:path';
import type { AiDispatchConfig } from '../config.js';
import { FolderStore } from './folder-store.client.js';
import type { MediaStore } from './media-store.js';
import { S3Store } from './s3-store.client.js';

/** The store that is configured: a bucket when one is named, else a folder. */
export function openStore(config: AiDispatchConfig): MediaStore {
  const { MEDIA_S3_URL: url, MEDIA_S3_REGION: region, MEDIA_FOLDER: folder, DATA_DIR: dataDir } = config;
  if (url === undefined) return new FolderStore(folder ?? join(dataDir, 'media'));
  const { MEDIA_S3_ACCESS_KEY_ID: accessKeyId, MEDIA_S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new Error('MEDIA_S3_URL needs MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY beside it.');
  }
  return new S3Store({ url, region, accessKeyId, secretAccessKey });
}
