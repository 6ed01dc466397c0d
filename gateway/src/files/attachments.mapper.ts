import {
  getMedia,
  pathOf,
  type AttachedPicture,
  type Attachment,
  type DrawnPages,
  type ExportedMessage,
} from '@polylogue/api-contract';
import type {
  Attachment as ProtoAttachment,
  DrawnPages as ProtoPages,
  Message as ProtoMessage,
  Picture as ProtoPicture,
} from '@polylogue/proto';
import { whole } from '../messages/from-api.mapper.js';

type Files = Pick<ExportedMessage, 'attachment' | 'moreAttachments'>;

/** The files of a message as `/api` has them, the first of them apart: for long there was only one. */
export function toAttachments({ attachment, moreAttachments }: ProtoMessage): Files {
  return {
    attachment: attachment && toAttachment(attachment),
    moreAttachments: moreAttachments?.attachments.map(toAttachment),
  };
}

function toAttachment({ picture, pages, ...file }: ProtoAttachment): Attachment & { text?: string | undefined } {
  if (picture) return { ...file, picture: toPicture(picture) };
  return pages ? { ...file, pages: toPages(pages) } : file;
}

function toPicture({ mediaId: id, width, height, firstFrame }: ProtoPicture): AttachedPicture {
  return { id, url: pathOf(getMedia.path, { id }), width, height, firstFrame };
}

const toPages = ({ pictures, isScan }: ProtoPages): DrawnPages => ({
  count: pictures[0]?.pageCount ?? pictures.length,
  scan: isScan || undefined,
  pictures: pictures.map((picture) => ({ ...toPicture(picture), page: picture.page ?? 1 })),
});

export function fromAttachments({
  attachment,
  moreAttachments,
}: Files): Pick<ProtoMessage, 'attachment' | 'moreAttachments'> {
  return {
    attachment: attachment && fromAttachment(attachment),
    moreAttachments: moreAttachments && { attachments: moreAttachments.map(fromAttachment) },
  };
}

function fromAttachment({ name, size, type, text, picture, pages }: NonNullable<Files['attachment']>): ProtoAttachment {
  return {
    name,
    size: whole(size) ?? 0,
    type,
    text,
    picture: picture && fromPicture(name, picture),
    pages: pages && fromPages(name, pages),
  };
}

const fromPicture = (name: string, { id, width, height, firstFrame }: AttachedPicture): ProtoPicture => ({
  mediaId: id,
  name,
  width: whole(width) ?? 0,
  height: whole(height) ?? 0,
  firstFrame,
});

const fromPages = (name: string, { count, scan = false, pictures }: DrawnPages): ProtoPages => ({
  pictures: pictures.map((picture) => ({
    ...fromPicture(name, picture),
    page: whole(picture.page),
    pageCount: whole(count),
  })),
  isScan: scan,
});
