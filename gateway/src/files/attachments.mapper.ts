import { getMedia, pathOf, type Attachment, type ExportedMessage } from '@polylogue/api-contract';
import type { Attachment as ProtoAttachment, Message as ProtoMessage } from '@polylogue/proto';
import { whole } from '../messages/from-api.mapper.js';

type Files = Pick<ExportedMessage, 'attachment' | 'moreAttachments'>;

/** The files of a message as `/api` has them, the first of them apart: for long there was only one. */
export function toAttachments({ attachment, moreAttachments }: ProtoMessage): Files {
  return {
    attachment: attachment && toAttachment(attachment),
    moreAttachments: moreAttachments?.attachments.map(toAttachment),
  };
}

function toAttachment({ picture, ...file }: ProtoAttachment): Attachment & { text?: string | undefined } {
  if (!picture) return file;
  const { mediaId: id, width, height, firstFrame } = picture;
  return { ...file, picture: { id, url: pathOf(getMedia.path, { id }), width, height, firstFrame } };
}

export function fromAttachments({
  attachment,
  moreAttachments,
}: Files): Pick<ProtoMessage, 'attachment' | 'moreAttachments'> {
  return {
    attachment: attachment && fromAttachment(attachment),
    moreAttachments: moreAttachments && { attachments: moreAttachments.map(fromAttachment) },
  };
}

function fromAttachment({ name, size, type, text, picture }: NonNullable<Files['attachment']>): ProtoAttachment {
  return {
    name,
    size: whole(size) ?? 0,
    type,
    text,
    picture: picture && {
      mediaId: picture.id,
      name,
      width: whole(picture.width) ?? 0,
      height: whole(picture.height) ?? 0,
      firstFrame: picture.firstFrame,
    },
  };
}
