#pragma once

#include <cstddef>
#include <span>

namespace taquin {

/// Guards memory that maps a file against the file being truncated, or its disk failing, while it is read.
///
/// Reading a page that the file no longer has raises SIGBUS, which would end the process. For guarded memory the
/// handler replaces the rest of the mapping by zeros, and the reader continues; from then on `is_broken` is true, and
/// the reader checks it before it uses a result. A SIGBUS for any other address is passed to the handler that was
/// installed before. (Servers of shared memory, such as Wayland's, protect themselves in the same way.)
///
/// On systems without this signal a mapped file cannot be truncated, and the guard does nothing.
class MappingGuard {
public:
    /// The most mappings that can be guarded at the same time.
    static constexpr std::size_t maximum = 256;

    /// Guard this memory, which begins at a page. Throws std::length_error if there are too many guards.
    explicit MappingGuard(std::span<const std::byte> memory);
    ~MappingGuard();
    MappingGuard(const MappingGuard&) = delete;
    MappingGuard& operator=(const MappingGuard&) = delete;

    /// Whether zeros were read instead of a part of the file.
    [[nodiscard]] bool is_broken() const;

private:
    std::size_t slot_;
};

}  // namespace taquin
